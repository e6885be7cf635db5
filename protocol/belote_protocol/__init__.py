"""The language that the server and its clients share."""
