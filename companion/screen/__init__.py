"""Drawing for the screen of 128 by 64 pixels: pure, from words and numbers to the bytes of a frame."""
