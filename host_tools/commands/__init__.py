"""The commands of `wondertable`, one file a command; `cli.py` is the table of them."""
