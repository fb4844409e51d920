"""Copied to a board as /main.py: the seat starts by itself, and Ctrl-C leaves it."""

from firmware.main import run

run()
