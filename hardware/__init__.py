"""The device: lights, screen, buttons, buzzer, field sensors. Independent of the games and of the application."""
