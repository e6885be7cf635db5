"""Every rule of Belote and Coinche, pure: values in, values out."""
