"""The server put together: settings, store, tables, port; from the start to the last word."""
