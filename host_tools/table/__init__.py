"""An evening at the table: rounds, questions, journal, undo, recovery, audit."""
