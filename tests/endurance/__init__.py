"""A server that runs at half load for long, with people who come and go: is it the same after?"""
