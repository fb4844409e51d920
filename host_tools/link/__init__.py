"""The host's end of the wire: sessions with seats, ports, discovery."""
