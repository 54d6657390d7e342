"""Drawing for the screen of 128 by 64 or 128 by 32 pixels: pure, from words and numbers to the bytes of a frame."""
