"""Which pin, which pixel lies under which field."""
