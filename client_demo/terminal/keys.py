"""What keys mean at a table, as the names of actions; a click on a picture asks for the same."""

from belote_protocol.vocab import SEATS, Mode, Phase
from client_demo.terminal.moves import MODE_KEYS, bidding, judged, my_hand, phase
from client_demo.views import RoomView

_ALWAYS = {
    "t": "talk",
    "slash": "talk",
    "q": "phrases",
    "r": "sheet",
    "l": "last",
    "o": "options",
    "y": "invite",
    "z": "flip",
    "question_mark": "help",
    "f1": "help",
    "escape": "menu",
    "pageup": "older",
    "pagedown": "newer",
    "enter": "go",
    "space": "on",
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "home": "first",
    "end": "last_one",
    "v": "declare",
    "i": "hint",
    "b": "bots",
}


def action(key: str, room: RoomView) -> str | None:
    """Return what *key* asks for at the table of *room*; ``None`` if nothing."""
    if (choice := bidding(room)) is not None:
        if key == "p":
            return "word:pass"
        if key == "x":
            named = [word for word in choice.words if word != "pass"]
            return f"word:{named[0]}" if named else None
        if key in MODE_KEYS:
            return f"mode:{MODE_KEYS[key]}"
        if key in "123456":
            return f"mode:{[*Mode][int(key) - 1]}"
    elif key in "12345678":
        if judged(room) is not None or my_hand(room):
            return f"card:{int(key) - 1}"
        if phase(room) is Phase.UNSTARTED and key in "1234":
            return f"seat:{SEATS[int(key) - 1]}"
    return _ALWAYS.get(key)
