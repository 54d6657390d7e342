"""Files and streams that a person names, opened and read without waiting for ever."""
