"""Reader chips, each given its bus and pins, and how they are polled."""
