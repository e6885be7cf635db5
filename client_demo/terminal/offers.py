"""Public tables in words: a line of a list, a sentence, and what else there is to say."""

from rich.cells import set_cell_size

from belote_protocol.text import clean
from client_demo.lobby import Offer
from client_demo.terminal.look import Look

_NAMES, _COLUMN = 40, 24


def people(look: Look, offer: Offer) -> str:
    """Return who sits at a table."""
    names = [clean(name, _NAMES) for name in offer["names"] if name]
    bots = offer.get("bots", 0)
    robots = f"{bots} {look.say('bot' if bots == 1 else 'bots')}"
    return ", ".join([*names, robots] if bots else names)


def line(look: Look, offer: Offer) -> str:
    """Return a table in one line."""
    taken = sum(name is not None for name in offer["names"]) + offer.get("bots", 0)
    who = set_cell_size(people(look, offer), _COLUMN)
    turn = f"{offer['turn']} s" if offer["turn"] else look.say("no_clock")
    rules = look.coded("ruleset", offer["rules"]) + ("*" if offer.get("changes") else "")
    is_playing = look.sign("▶", ">") if offer.get("playing") else " "
    return f"{is_playing} {taken}/4 {who} {offer['target']:>5} {turn:>9}  {rules}"


def about(look: Look, offer: Offer) -> str:
    """Return what else there is to say of a table."""
    said = [clean(offer["host"], _NAMES), look.coded("ruleset", offer["rules"])]
    if offer.get("changes"):
        said.append(look.words.say("lobby.rules_changed", n=offer["changes"]))
    if offer.get("playing"):
        said.append(look.words.say("lobby.playing"))
    if offer.get("watchers"):
        said.append(look.say("watchers", n=offer["watchers"]))
    return look.sign(" · ", " - ").join(said)


def described(look: Look, offer: Offer) -> str:
    """Return a table as a sentence."""
    words = look.words
    seated = [name for name in offer["names"] if name is not None]
    taken = words.say("lobby.players", n=len(seated) + offer.get("bots", 0))
    turn = words.say("lobby.seconds", n=offer["turn"]) if offer["turn"] else look.say("no_clock")
    parts = [people(look, offer), taken, look.coded("ruleset", offer["rules"])]
    parts += [f"{look.say('target')} {offer['target']}", turn]
    parts += [words.say("lobby.rules_changed", n=offer["changes"])] if offer.get("changes") else []
    parts += [words.say("lobby.playing")] if offer.get("playing") else []
    return ", ".join(part for part in parts if part)
