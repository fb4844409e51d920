"""Virtual boards that run the real firmware, and their ports."""
