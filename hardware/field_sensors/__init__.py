"""The fields: what is done on the board itself, felt by three chips with twelve inputs each on I2C-1."""
