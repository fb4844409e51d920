"""Many tables: what a table publishes to a broker, and the venue that follows them all."""
