"""The field sensors: three chips on I2C-1, with twelve inputs each, that detect fingers or stones on the board."""
