"""Wiring of seats: what pins can do, whether a wiring works, and its drawing."""
