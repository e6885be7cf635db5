"""Pictures made of characters."""

from client_demo.terminal.canvas import Canvas, cut, width_of, wrapped


def text(lines: list[list[tuple[str, str]]]) -> list[str]:
    """Return *lines* without their styles."""
    return ["".join(part for part, _ in line) for line in lines]


def test_put_and_cut() -> None:
    """Text that doesn't fit is cut off, on every side, also in the middle of a wide letter."""
    canvas = Canvas(6, 2, "on #000000")
    canvas.put(-2, 0, "abcd")
    canvas.put(4, 1, "漢字")
    canvas.put(0, 5, "nowhere")
    canvas.right(0, 0, 6, [("x", "bold")])

    assert canvas.text() == ["cd   x", "    漢"]
    assert width_of(cut("漢字", 3)) == 3


def test_segments() -> None:
    """Neighbours of one style are written as one."""
    canvas = Canvas(4, 1, "on #000000")
    canvas.put(1, 0, "ab", "bold")

    assert [segment.text for segment in canvas.segments(0)] == [" ", "ab", " "]


def test_zones() -> None:
    """What lies on top is clicked on, also after a picture is pasted into another."""
    canvas, small = Canvas(10, 4, ""), Canvas(3, 2, "")
    canvas.zone(0, 0, 10, 4, "below")
    small.put(0, 0, "abc")
    small.zone(1, 1, 1, 1, "above")
    canvas.paste(small, 5, 1)

    assert canvas.text()[1] == "     abc  "
    assert canvas.action_at(6, 2) == "above"
    assert canvas.action_at(5, 2) == "below"
    assert Canvas(1, 1, "").action_at(0, 0) is None


def test_wrapping() -> None:
    """Lines break at spaces, long words where they must, and wide letters stay whole."""
    assert [line.rstrip() for line in text(wrapped("one two three", 7))] == ["one two", "three"]
    assert text(wrapped("abcdefgh", 3)) == ["abc", "def", "gh"]
    assert text(wrapped("漢字漢", 3)) == ["漢", "字", "漢"]
    assert text(wrapped("漢", 1)) == ["漢"]
