"""Facts of the game: one data file a set and printing, checked when loaded."""
