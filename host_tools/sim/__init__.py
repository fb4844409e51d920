"""Seats without hardware: virtual chips, boards and people."""
