"""A second, independent engine of the game, written from the rules to check the first one."""
