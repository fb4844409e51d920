"""Pages for people: the shared screen, the seats, the operator, the overlay."""
