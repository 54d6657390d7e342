"""What people have before them besides the box: a terminal, web pages, and a headless device for programs."""
