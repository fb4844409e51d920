"""From a pile of stickered cards to a deck: enrolment, checks, labels, spreadsheets."""
