"""One table with its people, without a clock, a socket or a store."""
