"""The seat without any hardware: bytes, tags and presses in; bytes, light and sound out."""
