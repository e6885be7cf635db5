"""Players that are programs: pure policies over one seat's view."""
