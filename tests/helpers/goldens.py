"""Golden deals: chosen so that together they feel every house rule there is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from belote_protocol.calls import call
from belote_protocol.vocab import Phase, Seat
from belote_server.game.actions import Action, DealCards, MakeCall, PlayCard
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.seats import NO_POINTS, Points
from tests.helpers.deals import finish, hands, settlement, stacked
from tests.helpers.lines import told
from tests.helpers.matches import Table, open_cards, start


@dataclass(frozen=True)
class Dealt:
    """
    A deal from its cards on; East deals, and each seat plays its first card that is legal.

    Attributes:
        hands: The four hands, South's first, each in the order in which it would be played.
        calls: What is said; the deal ends where a call is refused.
        taker: Who gets the turned card, where one is turned.
    """

    hands: str
    calls: str
    taker: Seat = Seat.SOUTH

    def told(self, rules: RuleSet, dealt_by: RuleSet) -> list[str]:
        """Return the deal under *rules*, its deck as the rules *dealt_by* would deal the hands."""
        wanted = hands(self.hands)
        table = start(rules, Seat.EAST)
        table.do(DealCards(stacked(wanted, Seat.EAST, dealt_by, self.taker)))
        for word in self.calls.split():
            refusal = _try(table, MakeCall(table.match.turn or Seat.SOUTH, call(word)))
            if refusal is not None:
                return [*told(table.log), f"{word} is refused: {refusal}"]
        while table.match.phase is Phase.PLAY:
            seat, legal = table.match.running.turn, set(open_cards(table.match))
            table.do(
                PlayCard(seat, next(card for hand in wanted for card in hand if card in legal))
            )
        return told(table.log)


@dataclass(frozen=True)
class Scored:
    """
    A deal from its last trick on.

    Attributes:
        played: The contract.
        ns: What North and South made, as ``helpers.tallies`` writes it.
        ew: What East and West made.
        before: The match score before it.
    """

    played: str
    ns: str
    ew: str
    before: Points = NO_POINTS

    def told(self, rules: RuleSet, dealt_by: RuleSet) -> list[str]:
        """Return how the deal is scored under *rules*, and whether the match is over."""
        table = start(rules)
        table.match = replace(table.match, scores=self.before)
        events = finish(table, self.played, self.ns, self.ew)
        own = settlement(events).own
        return [f"NS made {own.ns}, EW made {own.ew}", *told(events)]


def _try(table: Table, action: Action) -> Refusal | None:
    decision = decide(table.match, action)
    if isinstance(decision, Refusal):
        return decision
    table.do(action)
    return None


Golden = Dealt | Scored

_HEARTS = "AH TH KH QH JH 9H 8H 7H"
_CUT = f"{_HEARTS} | JS AC TC KC QC 9S AS TS | 7D 8D 9D TD JD QD 7S 8S | KS QS AD KD JC 9C 8C 7C"
_CUT_LOW = (
    f"{_HEARTS} | QS AC TC KC QC JC 9C 8C | 7D 8D 9D TD JD QD KD AD | 8S AS JS 9S TS KS 7S 7C"
)
_TIERCES = (
    "7C 9C KC QH JH 7S TH 9S | QD JD TD 8S TS 8C TC QC"
    " | AH 9H 7H KD 8D JS KS AC | KH 8H AD 9D 7D QS AS JC"
)


CLASSIC: Mapping[str, Golden] = {
    "a cut that North cannot beat": Dealt(_CUT, "pass S", Seat.WEST),
    "a cut that East can beat for its partner": Dealt(_CUT_LOW, "pass pass pass S", Seat.EAST),
    "equal tierces": Dealt(_TIERCES, "S"),
    "no trump": Dealt(_TIERCES, "NT"),
    "all trump with a belote in hearts": Dealt(_CUT, "AT"),
    "made": Scored("S:H", "77 der", "75"),
    "ahead of half, behind the defence": Scored("S:H", "72 der", "70 belote"),
    "equal": Scored("S:H", "71 der", "81"),
    "fallen with a belote": Scored("S:H", "50 belote", "92 der"),
    "capot": Scored("S:H", "152 capot", "0"),
    "to 600": Scored("S:H", "90 der", "62", Points(500)),
    "to 1001": Scored("S:H", "90 der", "62", Points(901)),
    "to 2000": Scored("S:H", "90 der", "62", Points(1900)),
    "to 1001 by a belote": Scored("S:H", "50 belote", "92 der", Points(981)),
}

COINCHE: Mapping[str, Golden] = {
    "a cut that North cannot beat": Dealt(_CUT, "pass 80S pass pass pass"),
    "a cut that East can beat for its partner": Dealt(_CUT_LOW, "80S pass pass pass"),
    "equal tierces": Dealt(_TIERCES, "80S pass pass pass"),
    "no trump": Dealt(_TIERCES, "80NT pass pass pass"),
    "all trump with a belote in hearts": Dealt(_CUT, "80AT pass pass pass"),
    "a bid of 160": Dealt(_CUT, "160S"),
    "a bid of 170": Dealt(_CUT, "170S"),
    "a générale by West": Dealt(_CUT, "pass generaleS pass pass pass"),
    "three passes after a coinche": Dealt(_CUT, "80S coinche pass pass pass"),
    "made": Scored("S:80H", "77 der", "75"),
    "behind the defence": Scored("S:80H", "72 der", "70 belote"),
    "fallen": Scored("S:80H", "50 belote", "92 der"),
    "capot unbid": Scored("S:80H", "152 capot", "0"),
    "capot bid": Scored("S:capotH", "152 capot", "0"),
    "capot bid and lost": Scored("S:capotH", "140 der", "12"),
    "générale bid": Scored("S:generaleH", "152 alone", "0"),
    "coinched": Scored("S:100Hx", "100 der belote +20", "52"),
    "coinched, and capot": Scored("S:100Hx", "152 capot", "0"),
    "surcoinched": Scored("S:100Hxx", "100 der", "52"),
    "to 600": Scored("S:100H", "90 der", "62", Points(400)),
    "to 1001": Scored("S:100H", "90 der", "62", Points(801)),
    "to 2000": Scored("S:100H", "90 der", "62", Points(1800)),
    "to 2000 by a belote": Scored("S:80H", "50 belote", "92 der", Points(1980)),
}
