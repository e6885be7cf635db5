"""Where tables are kept: a log of entries for each, its owner, and the store beside the server."""
