"""The game of 7 Wonders: no input or output, no chance, no clock."""
