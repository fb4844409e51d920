"""Firmware onto boards: found, compared, written in parallel, and proved by their hello."""
