"""The content and the options of a page as one value, and its renderers."""
