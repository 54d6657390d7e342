"""The other end of the wires: pins, an OLED controller, a pixel strip. The drivers run against them unchanged."""
