"""
What happens, one sentence for each event, in any of the languages.

The log beside the table and the line mode say the same sentences; they differ in how a card is
written, and in which kinds of sentence they leave out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any

from belote_protocol.calls import call, contract
from belote_protocol.text import clean
from belote_protocol.vocab import Card, Phase, Seat, Team
from client_demo.fairness import Verdict
from client_demo.model import Table, after
from client_demo.retry import State, Status
from client_demo.session import Heard
from client_demo.terminal.look import Look
from client_demo.terminal.moves import my_hand, phase
from client_demo.views import Event, RoomView, value_of
from client_demo.wire import Update

_NAMES, _TEXTS = 40, 300
_RESTING = (Phase.UNSTARTED, Phase.ENDED)

Until = Callable[[float | None], float | None]


@unique
class Kind(StrEnum):
    """What a sentence is about."""

    SMALL = "small"  # what a table shows anyway: cards, hands, who is ready, reasons
    CALL = "call"
    TRICK = "trick"
    RESULT = "result"
    PEOPLE = "people"
    CHAT = "chat"
    STATUS = "status"
    ALARM = "alarm"


@dataclass(frozen=True)
class Line:
    """A sentence, and what it is about."""

    kind: Kind
    text: str


def spelled(look: Look) -> Callable[[str], str]:
    """Return how a card is said in words: ``jack of hearts``."""
    return lambda card: look.words.card(Card(card))


class Telling:
    """The account of one table."""

    def __init__(
        self, look: Look, card: Callable[[str], str], until: Until = lambda _: None
    ) -> None:
        """
        Prepare to tell.

        Args:
            look: The language.
            card: How a card is written.
            until: How many seconds there are until an instant of the server's.
        """
        self._until = until
        self._look = look
        self._card = card
        self._say = look.say

    # --- besides what happens at the table -------------------------------------------------------

    def refused(self, update: Update) -> str:
        """Return why a command was refused."""
        code, params = update["code"], update.get("params", {})
        return self.duty(code, params) or clean(f"{code} {params}", _TEXTS)

    def duty(self, code: str, params: dict[str, str]) -> str:
        """Return the sentence of a refusal; nothing where a newer server's is unknown."""
        try:
            return clean(self._look.words.explain(f"refusal.{code}", params), _TEXTS)
        except (KeyError, ValueError):
            return ""

    def status(self, status: Status) -> Line:
        """Return how the client stands with its server."""
        said = self._say(f"status_{status.state}")
        if status.retry_in is not None:
            said += " " + self._say("retry", n=max(1, round(status.retry_in)))
        elif status.state is State.CLOSED and status.reason:
            said += f" ({clean(status.reason, _TEXTS)})"
        return Line(Kind.STATUS, said)

    def verdict(self, verdict: Verdict) -> Line:
        """Return whether a deal was fair."""
        if verdict.problems:
            why = clean("; ".join(verdict.problems), _TEXTS)
            return Line(Kind.ALARM, self._say("foul", n=verdict.deal, why=why))
        return Line(Kind.STATUS, self._say("fair" if verdict.is_proven else "seems_fair"))

    # --- what happens ----------------------------------------------------------------------------

    def lines(self, heard: Heard) -> Iterator[Line]:
        """Give a line for each thing that *heard* says; often none."""
        update = heard.update
        match update["t"]:
            case "happened" if heard.before is not None and heard.after is not heard.before:
                yield from self._happened(heard.before, update)
            case "said":
                yield Line(Kind.CHAT, self.said(update))
            case "presence" if heard.after is not None:
                yield from self._presence(heard.after.room, update)
            case "paused" | "resumed" as now:
                yield Line(Kind.STATUS, self._say(now))
            case "hinted":
                yield Line(Kind.STATUS, self.hinted(update))
            case "matched":
                yield Line(Kind.RESULT, self._say("matched"))
            case "left":
                yield Line(Kind.STATUS, self.gone(update["reason"]))
            case _:
                pass  # answers, and what a newer server may add

    def _presence(self, room: RoomView, update: Update) -> Iterator[Line]:
        """Say who is away; in a match ``away`` says it, with the time until a bot takes over."""
        is_free = value_of(room["seats"][Seat(update["seat"]).place], "bot") is None
        is_counted = "grace" in room["settings"] and phase(room) not in _RESTING
        if is_free and is_counted and not update["online"]:
            return
        key = "is_back" if update["online"] else "is_away"
        yield Line(Kind.PEOPLE, self._say(key, name=self._who(room, update["seat"])))

    def hinted(self, update: Update) -> str:
        """Return what a bot would do, and why; a reason to pass says so itself."""
        card, said = update.get("card"), str(update.get("call"))
        what = self._card(card) if card is not None else self._look.words.call(call(said))
        label = self._say("key_hint")
        try:
            why = self._look.words.explain(f"hint.{update['reason']}", update.get("params", {}))
        except (KeyError, ValueError):
            return self._labelled(label, what)
        if update["reason"].startswith(said):
            return self._labelled(label, clean(why, _TEXTS))
        return self._labelled(label, self._labelled(what, clean(why, _TEXTS)))

    def gone(self, reason: str) -> str:
        """Return why one is no longer at the table: what the server said, or a refusal."""
        try:
            return self._say(f"gone_{reason}")
        except KeyError:
            return self.duty(reason, {}) or clean(reason, _NAMES)

    def said(self, update: Update) -> str:
        """Return what somebody said, behind their name."""
        phrase = update.get("phrase")
        text = update.get("text", "") if phrase is None else self._look.coded("phrase", phrase)
        return f"{clean(update['person']['name'], _NAMES)}: {clean(text, _TEXTS)}"

    def _happened(self, before: Table, update: Update) -> Iterator[Line]:
        room = before.room
        for event in update["events"]:
            now = after(room, event)
            for kind, text in self._event(event, room, now):
                yield Line(kind, text)
            room = now

    def _event(self, event: Event, before: RoomView, room: RoomView) -> Iterator[tuple[Kind, str]]:
        match event["e"]:
            case "started":
                yield Kind.RESULT, self._say("started", name=self._who(room, event["dealer"]))
            case "dealt":
                yield from self._dealt(event, room)
            case "passedout":
                yield Kind.CALL, self._say("passed_out")
            case "completed":
                said = self._look.words.contract(contract(event["contract"]))
                yield Kind.CALL, self._say("contract", contract=said)
                if hand := self._hand(room):
                    yield Kind.SMALL, hand
            case "played":
                said = self._card(event["card"])
                yield Kind.SMALL, self._say("plays", name=self._who(room, event["seat"]), card=said)
            case "trick":
                name = self._who(room, event["winner"])
                yield Kind.TRICK, self._say("takes_trick", name=name, n=event["points"])
            case "declarations":
                yield from self._declarations(event, room)
            case "settled":
                yield from self._settled(event)
            case "ended":
                yield Kind.RESULT, self.ended(event, event["scores"])
            case "clockcredited":
                yield Kind.STATUS, self._say("credited")
            case "watchersallowed":
                allowed = "watchers_on" if event["allowed"] else "watchers_off"
                yield Kind.PEOPLE, self._say(allowed)
            case "called":
                said = self._look.words.call(call(event["call"]))
                yield Kind.CALL, self._labelled(self._who(room, event["seat"]), said)
            case _ if "seat" in event:
                yield from self._somebody(event, before, room)
            case _:
                pass  # commitments are the witness's, and a newer server may add some

    def _somebody(
        self, event: Event, before: RoomView, room: RoomView
    ) -> Iterator[tuple[Kind, str]]:
        seat = event["seat"]
        name = self._who(room, seat)
        match event["e"]:
            case "seated":
                yield Kind.PEOPLE, self._say("sits", name=name, seat=self._look.seat(seat))
            case "stood":
                yield Kind.PEOPLE, self._say("gets_up", name=self._who(before, seat))
            case "swapoffered" if event.get("other") is not None:
                other = self._who(room, event["other"])
                yield Kind.PEOPLE, self._say("offers_swap", name=name, other=other)
            case "swapped":
                other = self._who(room, event["other"])
                yield Kind.PEOPLE, self._say("swap_done", name=name, other=other)
            case "readyset" if event["ready"]:
                yield Kind.SMALL, self._say("is_ready", name=name)
            case "surrenderoffered":
                key = "gives_up" if event["gives_up"] else "plays_on"
                yield Kind.PEOPLE, self._say(key, name=name)
            case "away":
                left = self._until(event["until"])
                n = round(room["settings"].get("grace", 0) if left is None else left)
                if n > 0:  # else a bot is there at once, which is told
                    yield Kind.PEOPLE, self._say("grace_runs", name=name, n=n)
            case "bankspent":
                yield Kind.STATUS, self._say("bank_spent", name=name, n=round(event["left"]))
            case "botsat" | "botleft":
                yield Kind.PEOPLE, self._bot(event, room)
            case "timedout":
                yield Kind.STATUS, self._say("timed_out", name=name)
            case "announced":
                kinds = ", ".join(self._look.coded("declaration", kind) for kind in event["kinds"])
                yield Kind.CALL, self._labelled(name, kinds)
            case "belote":
                said = self._look.coded("belote_word", event["word"])
                yield Kind.CALL, self._labelled(name, said)
            case _:
                pass

    def _bot(self, event: Event, room: RoomView) -> str:
        """Return that a bot came or went, at a seat of its own or a person's."""
        has_come, seat = event["e"] == "botsat", event["seat"]
        if "person" in room["seats"][Seat(seat).place]:
            key = "bot_holds_for" if has_come else "plays_again"
            return self._say(key, name=self._who(room, seat))
        return self._say("bot_sits" if has_come else "bot_goes", seat=self._look.seat(seat))

    def _dealt(self, event: Event, room: RoomView) -> Iterator[tuple[Kind, str]]:
        name = self._who(room, event["dealer"])
        yield Kind.RESULT, self._say("dealt", n=event["deal"], name=name)
        if hand := self._hand(room):
            yield Kind.SMALL, hand
        if event.get("turned") is not None:
            yield Kind.CALL, self._say("turned", card=self._card(event["turned"]))

    def _hand(self, room: RoomView) -> str:
        cards = ", ".join(map(self._card, my_hand(room)))
        return self._say("your_cards", cards=cards) if cards else ""

    def _declarations(self, event: Event, room: RoomView) -> Iterator[tuple[Kind, str]]:
        if event.get("team") is None:
            yield Kind.CALL, self._say("cancelled")
        for shown in event.get("shown", []):
            kind = self._look.coded("declaration", shown["kind"])
            cards = ", ".join(map(self._card, shown["cards"]))
            name = self._who(room, shown["seat"])
            yield Kind.CALL, self._labelled(name, f"{kind} ({cards})")

    def _settled(self, event: Event) -> Iterator[tuple[Kind, str]]:
        said = self._look.coded("result", event["result"])
        points = self.sides(event["points"])
        yield Kind.RESULT, self._say("settled", n=event["deal"], result=said, points=points)
        for team in Team:
            if reasons := self.reasons(event["written"], team):
                name = self._look.words.say(f"team.{team}")
                yield Kind.SMALL, self._labelled(name, reasons)
        if event.get("held"):
            yield Kind.RESULT, self._look.words.say("sheet.held_out", n=event["held"])
        yield Kind.SMALL, self.score(event["scores"])

    def settled(self, event: Event) -> Iterator[str]:
        """Give the account of a deal, the score after it last."""
        yield from (text for _, text in self._settled(event))

    def reasons(self, lines: list[dict[str, Any]], team: Team) -> str:
        """Return the reasons for a side's points."""
        own = [line for line in lines if line["team"] == team]
        names = (
            self._look.coded("line", line["code"], factor=line.get("factor", 1)) for line in own
        )
        return ", ".join(f"{name} {line['points']}" for name, line in zip(names, own, strict=True))

    def ended(self, event: dict[str, Any], scores: dict[str, int]) -> str:
        """Return who has won, and why."""
        winner = Team(event["winner"])
        own, other = (scores[team.value.lower()] for team in (winner, winner.other))
        reason = self._look.coded("end", event["reason"])
        team = self._look.words.say(f"team.{winner}")
        return self._look.words.say("sheet.won", team=team, own=own, other=other, reason=reason)

    def sides(self, points: dict[str, int]) -> str:
        """Return both sides' points."""
        return ", ".join(
            f"{self._look.words.say(f'team.{team}')} {points[team.value.lower()]}" for team in Team
        )

    def score(self, scores: dict[str, int]) -> str:
        """Return the score of the match."""
        return self._labelled(self._look.words.say("sheet.score"), self.sides(scores))

    def _labelled(self, label: str, value: str) -> str:
        return self._look.words.say("sheet.labelled", label=label, value=value)

    def _who(self, room: RoomView, seat: str) -> str:
        return self._look.who(room, seat)

    # --- whose turn it is ------------------------------------------------------------------------

    def turn(self, room: RoomView) -> str:
        """Return whose turn it is; nothing when it is nobody's."""
        seat = room["turn"].get("seat")
        if seat is None:
            return ""
        if seat == value_of(room, "seat"):
            return self._say("your_call" if "options" in room["turn"] else "your_card")
        return self._say("their_turn", name=self._who(room, seat))
