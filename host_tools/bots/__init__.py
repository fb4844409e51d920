"""Whoever chooses without a person: bots, and the dealer of hands."""
