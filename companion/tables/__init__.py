"""The games at the table, a module or folder each: what a press means there, what it lights and writes."""
