"""What lies over the table for a moment: help, phrases, the menu, the options, the score sheet."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from belote_protocol.i18n import LANGUAGES, words
from belote_protocol.vocab import Phrase
from client_demo.terminal.look import Look, look_of
from client_demo.terminal.options import Options, Palette, changed
from client_demo.terminal.rows import Row, Rows

PHRASE_KEYS = "1234567890"

BOX = """
Choose, Settle, Details { align: center middle; background: #000000 40%; }
.box { width: 70; max-width: 96%; height: auto; max-height: 96%; background: #10241f;
       border: round #ffd75f; padding: 0 1; }
.ascii .box { border: ascii #ffd75f; }
.box Label { width: 100%; text-style: bold; color: #ffd75f; }
"""


class Choose(ModalScreen[str | None]):
    """A list of which one line is chosen, or none."""

    CSS = BOX

    def __init__(self, title: str, rows: Sequence[Row], look: Look) -> None:
        super().__init__(classes="ascii" if look.is_ascii else None)
        self._title = title
        self._rows = rows
        self._arrows = arrows(look)

    def compose(self) -> ComposeResult:
        """Lay out the title and the lines."""
        with Vertical(classes="box"):
            yield Label(self._title, markup=False)
            rows = Rows(self._rows, self._arrows, id="rows")
            rows.styles.height = min(len(self._rows), 20)
            yield rows

    def on_mount(self) -> None:
        """Let the keys go to the lines."""
        self.query_one(Rows).focus()

    def on_rows_done(self, event: Rows.Done) -> None:
        """Give back what was chosen, and behind it what the lines with values say."""
        event.stop()
        values = [str(row.value) for row in self._rows if row.values]
        self.dismiss(":".join([event.row.key, *values]) if event.row.key else None)

    def on_key(self, event: events.Key) -> None:
        """Go back without choosing."""
        if event.key in ("escape", "q", "question_mark"):
            event.stop()
            self.dismiss(None)


def arrows(look: Look) -> tuple[str, str]:
    """Return what stands around a value that can be turned."""
    return look.sign("◂", "<"), look.sign("▸", ">")


def phrases(look: Look) -> Choose:
    """Return the quick phrases, each with a key."""
    rows = [
        Row(phrase.value, look.words.say(f"phrase.{phrase}"), hint=key)
        for phrase, key in zip(Phrase, PHRASE_KEYS, strict=True)
    ]
    return Choose(look.say("key_phrases"), rows, look)


HELP: tuple[tuple[str, str], ...] = (
    ("1-8", "help_cards"),
    ("← →", "help_arrows"),
    ("Enter", "help_enter"),
    ("Space", "help_space"),
    ("s h d c n a", "help_modes"),
    ("p   x", "help_words"),
    ("v", "help_declare"),
    ("1-4", "help_seats"),
    ("i", "help_hint"),
    ("b", "help_bots"),
    ("t   q", "help_talk"),
    ("r   l", "help_scores"),
    ("z", "help_flip"),
    ("y", "help_invite"),
    ("PgUp PgDn", "help_log"),
    ("o", "help_options"),
    ("Esc", "help_menu"),
    ("Ctrl+Q", "help_quit"),
)
"""Each key and the text about it."""


def help_keys(look: Look) -> Choose:
    """Return the keys and what they do."""
    lines = []
    for keys, text in HELP:
        shown = keys.replace("←", "<-").replace("→", "->") if look.is_ascii else keys
        lines.append(Row(text, f"{shown:<12} {look.say(text)}", is_quiet=True))
    return Choose(look.say("key_help"), [*lines, Row("", look.say("close"))], look)


class Settle(ModalScreen[Options]):
    """The options; each shows what it does at once, and all are in force afterwards."""

    CSS = BOX

    def __init__(self, options: Options, look: Look) -> None:
        super().__init__(classes="ascii" if look.is_ascii else None)
        self.options = options
        self._look = look

    def compose(self) -> ComposeResult:
        """Lay out the options."""
        with Vertical(classes="box"):
            yield Label(self._look.say("options"), markup=False)
            rows = Rows(option_rows(self.options, self._look), arrows(self._look), id="rows")
            rows.styles.height = len(rows.rows)
            yield rows

    def on_mount(self) -> None:
        """Let the keys go to the lines."""
        self.query_one(Rows).focus()

    def on_rows_changed(self, event: Rows.Changed) -> None:
        """Put a choice into force, also here."""
        event.stop()
        self.options = changed(self.options, event.row.key, event.row.value)
        self._look = look_of(self.options)
        self.set_class(self._look.is_ascii, "ascii")
        rows = self.query_one(Rows)
        rows.show(option_rows(self.options, self._look))
        self.query_one(Label).update(self._look.say("options"))

    def on_rows_done(self, event: Rows.Done) -> None:
        """Give the options back."""
        event.stop()
        self.dismiss(self.options)

    def on_key(self, event: events.Key) -> None:
        """Give the options back."""
        if event.key == "escape":
            event.stop()
            self.dismiss(self.options)


def option_rows(options: Options, look: Look) -> list[Row]:
    """Return a line for each option."""
    switch = [(False, look.say("no")), (True, look.say("yes"))]
    languages = [(lang, words(lang).say("language")) for lang in LANGUAGES]
    palettes = [(palette, look.say(f"palette_{palette}")) for palette in Palette]
    rows = [
        Row("lang", look.say("option_lang"), languages),
        Row("palette", look.say("option_palette"), palettes),
        Row("is_ascii", look.say("option_ascii"), switch),
        Row("own_letters", look.say("option_letters", letters=look.say("letters")), switch),
        Row("confirm", look.say("option_confirm"), switch),
        Row("bell", look.say("option_bell"), switch),
    ]
    for row in rows:
        row.choose(getattr(options, row.key))
    return [*rows, Row("", look.say("close"))]
