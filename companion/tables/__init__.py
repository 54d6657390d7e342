"""The games at the table, a folder each: what a press means there, what it lights and what it writes."""
