"""A picture made of characters: text at places, grounds under it, and zones to click on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from client_demo.terminal.look import TEXT, Run

Said = str | Sequence[Run]

style = cache(Style.parse)


def runs_of(said: Said, plain: str = "") -> list[Run]:
    """Return *said* as runs, those without a style in *plain*."""
    if isinstance(said, str):
        return [(said, plain)]
    return [(text, f"{plain} {own}".strip()) for text, own in said]


def width_of(said: Said) -> int:
    """Return how many cells *said* takes."""
    return sum(cell_len(text) for text, _ in runs_of(said))


def cut(said: Said, width: int) -> list[Run]:
    """Return as much of *said* as *width* cells take."""
    kept: list[Run] = []
    for text, own in runs_of(said):
        size = min(width, cell_len(text))
        if size > 0:
            kept.append((text if size == cell_len(text) else set_cell_size(text, size), own))
        width -= size
    return kept


def wrapped(said: Said, width: int) -> list[list[Run]]:
    """Return *said* as lines of at most *width* cells, broken at spaces where there are any."""
    words: list[Run] = []
    for text, own in runs_of(said):
        for at, word in enumerate(text.split(" ")):
            words += [(" ", own)] if at else []
            words += [(word, own)] if word else []
    lines: list[list[Run]] = [[]]
    room = width
    for word, own in words:
        size = cell_len(word)
        if size > room and lines[-1]:
            lines.append([])
            room = width
        while size > room:
            head = _fitting(word, room)
            lines[-1].append((head, own))
            word = word[len(head) :]
            if word:
                lines.append([])
            size, room = cell_len(word), width
        if word and (word != " " or lines[-1]):
            lines[-1].append((word, own))
            room -= size
    return lines


def _fitting(word: str, width: int) -> str:
    """Return the characters of *word* that *width* cells take, at least one."""
    size = 0
    for at, character in enumerate(word):
        size += cell_len(character)
        if size > width:
            return word[: max(at, 1)]
    return word


@dataclass(frozen=True)
class Zone:
    """A part of a picture that can be clicked on, and what that asks for."""

    x: int
    y: int
    width: int
    height: int
    action: str


@dataclass
class Canvas:
    """
    A picture in the making.

    Attributes:
        width: In cells.
        height: In lines.
        ground: The style of what nothing is put on.
        zones: What can be clicked on; the last one lies on top.
    """

    width: int
    height: int
    ground: str
    zones: list[Zone] = field(default_factory=list)

    def __post_init__(self) -> None:
        base = style(f"{TEXT} {self.ground}")
        self._cells = [[(" ", base)] * self.width for _ in range(self.height)]

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Lay a ground."""
        laid = style(f"{TEXT} {ground}")
        for line in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._cells[line][column] = (" ", laid)

    def put(self, x: int, y: int, said: Said, plain: str = "") -> None:
        """Write *said* over whatever ground is there; what does not fit is cut off."""
        if not 0 <= y < self.height:
            return
        line = self._cells[y]
        for text, own in runs_of(said, plain):
            for character in text:
                size = cell_len(character)
                if size and x >= 0 and x + size <= self.width:
                    line[x] = (character, line[x][1] + style(own))
                    if size == 2:
                        line[x + 1] = ("", line[x][1])
                x += size

    def centre(self, x: int, y: int, width: int, said: Said, plain: str = "") -> None:
        """Write *said* in the middle of *width* cells, cut to fit."""
        fitting = cut(said, width)
        self.put(x + (width - width_of(fitting)) // 2, y, fitting, plain)

    def right(self, x: int, y: int, width: int, said: Said, plain: str = "") -> None:
        """Write *said* at the end of *width* cells, cut to fit."""
        fitting = cut(said, width)
        self.put(x + width - width_of(fitting), y, fitting, plain)

    def stack(self, x: int, y: int, width: int, lines: Iterable[Said], plain: str = "") -> None:
        """Write *lines* below each other, each cut to *width*."""
        for at, said in enumerate(lines):
            self.put(x, y + at, cut(said, width), plain)

    def paste(self, other: "Canvas", x: int, y: int) -> None:
        """Lay another picture on this one."""
        for at, line in enumerate(other._cells[: max(0, self.height - y)], y):
            self._cells[at][x : x + other.width] = line[: max(0, self.width - x)]
        for zone in other.zones:
            self.zone(zone.x + x, zone.y + y, zone.width, zone.height, zone.action)

    def zone(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Make a part of the picture ask for *action* when it is clicked on."""
        self.zones.append(Zone(x, y, width, height, action))

    def action_at(self, x: int, y: int) -> str | None:
        """Return what a click at this place asks for."""
        for zone in reversed(self.zones):
            if zone.x <= x < zone.x + zone.width and zone.y <= y < zone.y + zone.height:
                return zone.action
        return None

    def segments(self, y: int) -> list[Segment]:
        """Return line *y* as a terminal writes it."""
        joined: list[tuple[list[str], Style]] = []
        for character, own in self._cells[y]:
            if joined and joined[-1][1] == own:
                joined[-1][0].append(character)
            else:
                joined.append(([character], own))
        return [Segment("".join(text), own) for text, own in joined]

    def text(self) -> list[str]:
        """Return the picture without its colours."""
        return ["".join(character for character, _ in line) for line in self._cells]
