"""The whole match on one page: a line for each deal, and the account of the one that is chosen."""

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from client_demo.terminal.canvas import Canvas, Said
from client_demo.terminal.look import ALARM, MARK, PANEL, QUIET, STRONG, TEXT
from client_demo.terminal.picture import Picture
from client_demo.terminal.settlement import account, head, table
from client_demo.terminal.sight import Sight
from client_demo.views import value_of

_CHOSEN = "bold #10241f on #ffd75f"


class SheetPicture(Picture):
    """The page."""

    ground = f"on {PANEL}"

    def __init__(self, sight: Sight) -> None:
        super().__init__(id="page")
        self.sight = sight
        self.at = len(self.settled) - 1

    @property
    def settled(self) -> list[dict[str, object]]:
        """The deals that were scored."""
        return list(value_of(self.sight.match, "settled")) if self.sight.match else []

    def paint(self, canvas: Canvas) -> None:
        """Paint the deals to the left, or above where there is no room beside."""
        look = self.sight.look
        canvas.put(1, 0, look.say("key_sheet"), MARK)
        canvas.right(0, 0, canvas.width - 1, look.say("sheet_keys"), QUIET)
        if not self.settled:
            canvas.centre(0, canvas.height // 2, canvas.width, look.words.say("sheet.no_deals"))
            return
        self.at = max(0, min(self.at, len(self.settled) - 1))
        if canvas.width >= 100:
            left = canvas.width // 2 - 2
            self._deals(canvas, 2, canvas.height - 4, left)
            beside = Canvas(canvas.width - left - 2, canvas.height - 2, self.ground)
            self._account(beside, 0)
            canvas.paste(beside, left + 2, 2)
            return
        some = min(len(self.settled), max(3, canvas.height // 3))
        self._deals(canvas, 2, some, canvas.width)
        self._account(canvas, some + 4)

    def _deals(self, canvas: Canvas, top: int, room: int, width: int) -> None:
        look = self.sight.look
        (first, name), (second, other) = self.sight.sides()
        column = max(8, len(name) + 1, len(other) + 1)
        end = width - 1
        for text, at in ((name, 2), (other, 1)):
            canvas.right(end - at * column, top, column, text, QUIET)
        start = max(0, min(self.at - room + 1, len(self.settled) - room))
        for y, deal in enumerate(self.settled[start : start + room], top + 1):
            at = start + y - top - 1
            points: dict[str, int] = deal["points"]  # type: ignore[assignment]
            said: Said = [
                (f" {deal['deal']!s:>2}  ", _CHOSEN if at == self.at else QUIET),
                *look.contract_runs(str(deal["contract"])),
                (f"  {look.coded('result', str(deal['result']))}", TEXT),
            ]
            canvas.put(1, y, said)
            canvas.fill(end - 2 * column, y, 2 * column, 1, self.ground)
            for team, place in ((first, 2), (second, 1)):
                value = str(points[team.value.lower()])
                canvas.right(end - place * column, y, column, value, STRONG)
            if deal.get("held"):
                canvas.put(end - 2 * column, y, look.sign("⚖", "="), ALARM)
            canvas.zone(0, y, width, 1, f"deal:{at}")

    def _account(self, canvas: Canvas, top: int) -> None:
        settled = self.settled[self.at]
        head(canvas, self.sight, settled, top)
        table(
            canvas, self.sight, account(self.sight, settled, most=canvas.height - top - 2), top + 2
        )


class SheetScreen(ModalScreen[None]):
    """The score sheet."""

    CSS = """
    SheetScreen { align: center middle; background: #000000 40%; }
    #page { width: 100%; height: 100%; max-width: 130; max-height: 40; }
    """

    def __init__(self, sight: Sight) -> None:
        super().__init__()
        self._sight = sight

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield SheetPicture(self._sight)

    def on_key(self, event: events.Key) -> None:
        """Go to another deal, or back to the table."""
        page = self.query_one(SheetPicture)
        match event.key:
            case "up" | "down":
                event.stop()
                page.at += -1 if event.key == "up" else 1
                page.again()
            case "escape" | "r" | "enter" | "space":
                event.stop()
                self.dismiss(None)
            case _:
                pass

    def on_picture_asked(self, event: Picture.Asked) -> None:
        """Show the deal that was clicked on."""
        event.stop()
        page = self.query_one(SheetPicture)
        page.at = int(event.action.partition(":")[2])
        page.again()
