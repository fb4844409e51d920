"""Many tables, one standing: what a table tells a broker, and what a venue makes of it."""
