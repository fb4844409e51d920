"""Virtual tags and reader chips, and the bus between them and a board."""
