"""The device: lights, screen, buttons, buzzer. Knows neither games nor the application."""
