"""What runs on a seat: the same files on every board; knows no cards and no rules."""
