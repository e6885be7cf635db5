"""
Reading the frame that nearly always comes: short, whole, and alone in what was read.

The socket library parses any stream of bytes, at some cost; a player's card is one small frame in
one packet. Only that case is taken here, and only while the library is between two frames, so that
it sees no half of anything. All else goes its way.
"""

from types import GeneratorType

from websockets.protocol import OPEN, Protocol
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library has no compiled part
    from websockets.utils import apply_mask

TEXT, BINARY = 0x81, 0x82  # a whole message in one frame: FIN and the opcode

_MASKED, _LONGEST = 0x80, 125
_HEADER = 6  # two bytes, and the mask
_BETWEEN = StreamReader.at_eof.__code__


def payload_of(data: bytes, protocol: Protocol) -> bytes | None:
    """Return what the one frame in *data* carries, unmasked; ``None`` for the library to read."""
    size = len(data) - _HEADER
    if size < 0 or size > _LONGEST or data[1] != _MASKED | size:
        return None
    if data[0] != BINARY and data[0] != TEXT:
        return None
    if protocol.state is not OPEN or protocol.current_size is not None or protocol.extensions:
        return None
    if not _is_between_frames(protocol.parser):
        return None
    return apply_mask(data[_HEADER:], data[2:_HEADER])


def _is_between_frames(parser: object) -> bool:
    """Tell whether the library waits for the first byte of a frame: there it asks for the end."""
    while isinstance(parser, GeneratorType):
        if parser.gi_code is _BETWEEN:
            return True
        parser = parser.gi_yieldfrom
    return False
