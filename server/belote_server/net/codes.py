"""The codes with which sockets are closed."""

# Those of every WebSocket:
NORMAL = 1000
GOING_AWAY = 1001
BROKEN = 1002
WITHOUT_CODE = 1005
LOST = 1006
NOT_UTF8 = 1007
TOO_BIG = 1009
INTERNAL = 1011
RESTARTING = 1012

# Ours:
REPLACED = 4001
TOO_SLOW = 4002
BAD_FRAME = 4003
PROTOCOL = 4004
RATE = 4008

ALL = frozenset(value for name, value in list(vars().items()) if name.isupper())
