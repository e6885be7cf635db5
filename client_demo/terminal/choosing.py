"""The call in the making: how much, at what, and the words that need neither."""

from belote_protocol import calls
from belote_protocol.vocab import Mode
from client_demo.terminal.canvas import Canvas, Said, width_of
from client_demo.terminal.look import MARK, QUIET, STRONG, TEXT, Look, Run
from client_demo.terminal.moves import MODE_KEYS, Bidding
from client_demo.terminal.sight import Sight
from client_demo.views import value_of

HEIGHT = 6
_CHOSEN = "bold #10241f on #ffd75f"
_KEYS = {mode: key for key, mode in MODE_KEYS.items()}
WORD_KEYS = {"pass": "p", "coinche": "x", "surcoinche": "x"}


def paint(canvas: Canvas, sight: Sight, top: int) -> None:
    """Paint what one may say, or what stands while somebody else thinks."""
    if sight.bidding is None:
        _stands(canvas, sight, top + 1)
        return
    _rungs(canvas, sight.look, sight.bidding, top)
    _modes(canvas, sight.look, sight.bidding, top + 2)
    _words(canvas, sight.look, sight.bidding, top + 4)


def _stands(canvas: Canvas, sight: Sight, top: int) -> None:
    assert sight.deal is not None
    contract = value_of(sight.deal, "contract")
    if contract is None:
        canvas.centre(0, top, canvas.width, sight.look.say("no_bid"), QUIET)
        return
    taker = sight.look.who(sight.room, contract[0])
    said: Said = [(f"{taker}: ", TEXT), *sight.look.contract_runs(contract)]
    canvas.centre(0, top, canvas.width, said)


def _rungs(canvas: Canvas, look: Look, bidding: Bidding, top: int) -> None:
    if len(bidding.rungs) < 2:
        return
    labels = [f" {rung_name(look, rung)} " for rung in bidding.rungs]
    first, last = _window(labels, bidding.at, canvas.width - 6)
    shown = labels[first:last]
    x = (canvas.width - sum(map(width_of, shown))) // 2
    if first:
        canvas.put(x - 2, top, look.sign("‹", "<"), MARK)
    for at, label in enumerate(shown, first):
        canvas.put(x, top, label, _CHOSEN if at == bidding.at else TEXT)
        canvas.zone(x, top, width_of(label), 1, f"rung:{at}")
        x += width_of(label)
    if last < len(labels):
        canvas.put(x + 1, top, look.sign("›", ">"), MARK)


def _window(labels: list[str], at: int, width: int) -> tuple[int, int]:
    """Return from which to which label fits in *width*, the one at *at* among them."""
    first, last, size = at, at + 1, width_of(labels[at])
    while True:
        if last < len(labels) and size + width_of(labels[last]) <= width:
            size += width_of(labels[last])
            last += 1
        elif first and size + width_of(labels[first - 1]) <= width:
            first -= 1
            size += width_of(labels[first])
        else:
            return first, last


def rung_name(look: Look, rung: str) -> str:
    """Return what a rung of the ladder is called."""
    return rung if rung.isdigit() else look.words.say(f"bid_kind.{rung}")


def _modes(canvas: Canvas, look: Look, bidding: Bidding, top: int) -> None:
    chips = [(mode, _mode_chip(look, mode, bidding)) for mode in bidding.modes]
    x = (canvas.width - sum(width_of(chip) + 1 for _, chip in chips) + 1) // 2
    for mode, chip in chips:
        canvas.put(x, top, chip)
        canvas.zone(x, top, width_of(chip), 1, f"mode:{mode}")
        x += width_of(chip) + 1


def _mode_chip(look: Look, mode: Mode, bidding: Bidding) -> list[Run]:
    key, (name, style) = _KEYS[mode], look.mode_run(mode)
    if look.is_ascii and name == key:
        name = ""
    if mode is bidding.mode:
        return [(f"[{key} {name}]".replace(" ]", "]"), _CHOSEN)]
    return [(f" {key} ", QUIET), (name, style), (" ", "")]


def _words(canvas: Canvas, look: Look, bidding: Bidding, top: int) -> None:
    chips: list[tuple[str, list[Run]]] = []
    if bidding.call is not None:
        said = look.bid_runs(calls.bid(bidding.call))
        enter = look.say("key_enter")
        chips.append(("go", [(enter, MARK), (" ", ""), *said]))
    elif bidding.rungs:
        chips.append(("", [(look.say("choose_mode"), TEXT)]))
    for word in bidding.words:
        key, text = WORD_KEYS.get(word, ""), look.coded("word", word)
        chips.append((f"word:{word}", [(key, MARK), (f" {text}", STRONG)]))
    x = (canvas.width - sum(width_of(chip) + 3 for _, chip in chips) + 3) // 2
    for action, chip in chips:
        canvas.put(x, top, chip)
        if action:
            canvas.zone(x, top, width_of(chip), 1, action)
        x += width_of(chip) + 3
