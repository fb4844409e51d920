"""Chances while a game runs, and advice after it, from rollouts."""
