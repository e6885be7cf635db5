"""The table in a terminal, for people: drawn with keys and colours, or told line by line."""
