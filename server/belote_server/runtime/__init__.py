"""Where waiting happens: inboxes, the clock, chance, and the store."""
