"""After the game: history, statistics, plots, score sheets and exports."""
