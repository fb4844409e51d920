"""Virtual people: they hold cards, lay them and press buttons."""
