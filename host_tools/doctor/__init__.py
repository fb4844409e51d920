"""The doctor: what is wrong with the host and with each seat, and what to do about it."""
