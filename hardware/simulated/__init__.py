"""Simulated chips: pins, an OLED controller, a pixel strip, field sensors. The real drivers run against them."""
