"""Bots, and the dealer of hands."""
