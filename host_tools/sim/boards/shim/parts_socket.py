"""The end of the socket to the simulated parts that real MicroPython holds.

A message is a letter and its arguments; where an answer is due, its size is known beforehand.
Ctrl-C can fall anywhere, so after a broken exchange both ends first agree where they are.
"""

import os
import struct
import sys

_socket = open(int(sys.argv[1]), "r+b")
_broken = False
watchers = []  # called at every message: as near as this port comes to an interrupt


def tell(letter, layout, *values):
    """Send a message that has no answer."""
    for watcher in watchers:
        watcher()
    _socket.write(letter + struct.pack(layout, *values))


def ask(message, size):
    """Send a message and return its answer."""
    global _broken
    for watcher in watchers:
        watcher()
    if _broken:
        _agree()
    _broken = True
    _socket.write(message)
    answer = _socket.read(size)
    _broken = False
    return answer


def _agree():
    """Read until the other end echoes a mark that it cannot have sent before."""
    mark = os.urandom(8)
    _socket.write(b"=" + mark)
    seen = b""
    while seen != mark:
        seen = (seen + _socket.read(1))[-8:]
