"""Studies: many games between bots, counted, and what the counts say. Pure, but for what reads files."""
