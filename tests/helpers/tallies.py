"""
What a deal came to, as the short texts tests are written in.

A side is written ``82 der belote +50``: 82 card points, the last trick, a belote, declarations of
50. ``capot`` says that it took every trick, the last one with them, and ``alone`` that the taker
did so itself.
"""

from belote_protocol.calls import contract
from belote_protocol.vocab import Team
from belote_server.game.scoring import Tally
from belote_server.game.seats import Points


def tally(played: str, ns: str, ew: str, held: int = 0, *, closing: bool = False) -> Tally:
    """
    Return the tally of a deal.

    Args:
        played: The contract, such as ``S:100Hx``.
        ns: What North and South made.
        ew: What East and West made.
        held: Points held from earlier deals.
        closing: Whether this is the last of a fixed number of deals.
    """
    sides = {Team.NS: ns.split(), Team.EW: ew.split()}
    swept = [team for team, side in sides.items() if {"capot", "alone"} & set(side)]
    last = swept or [team for team, side in sides.items() if "der" in side]
    return Tally(
        contract=contract(played),
        cards=Points(*(int(side[0]) for side in sides.values())),
        last_trick=last[0],
        capot=swept[0] if swept else None,
        alone=any("alone" in side for side in sides.values()),
        belote=Points(*(20 * side.count("belote") for side in sides.values())),
        declarations=Points(*map(_declared, sides.values())),
        held=held,
        closing=closing,
    )


def _declared(side: list[str]) -> int:
    return sum(int(word) for word in side if word.startswith("+"))
