"""What follows a game from outside: observers, and their pages. No page and no game knows them."""
