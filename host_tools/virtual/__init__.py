"""Virtual seats: simulated chips and tags, and boards that run the real firmware."""
