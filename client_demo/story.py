"""
A table told as lines of text: who sits, what is bid, who takes each trick, and why points are due.

What comes from other people or from the server is stripped of everything that could move a
cursor, so a name can't write on somebody's screen.
"""

from collections.abc import Iterator
from typing import Any

from belote_protocol.calls import call, contract
from belote_protocol.i18n import Words
from belote_protocol.text import clean
from belote_protocol.vocab import SEATS, Seat, Suit, Team
from client_demo.model import Table, after
from client_demo.retry import State, Status
from client_demo.session import Heard
from client_demo.views import Event, RoomView, value_of
from client_demo.wire import Update

_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def printable(line: str) -> str:
    """Return *line* without what a terminal would act on instead of showing it."""
    return "".join(character for character in line if character.isprintable())


def card(text: str) -> str:
    """Return a card as it is read: ``10♥`` for ``TH``."""
    return text[0].replace("T", "10") + _SIGNS[Suit(text[1])]


def cards(texts: list[str]) -> str:
    """Return cards side by side."""
    return " ".join(map(card, texts))


class Story:
    """The account of one table in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def lines(self, heard: Heard | Status) -> list[str]:
        """Return what there is to say of *heard*; often nothing."""
        told = self._status(heard) if isinstance(heard, Status) else self._update(heard)
        return [printable(line) for line in told]

    def refused(self, update: Update) -> str:
        """Return why a command was refused."""
        code, params = update["code"], update.get("params", {})
        try:
            return printable(self._words.explain(f"refusal.{code}", params))
        except (KeyError, ValueError):  # a newer server knows more codes
            return printable(f"{code} {params}")

    def _status(self, status: Status) -> Iterator[str]:
        wait = "" if status.retry_in is None else f", next attempt in {status.retry_in:.1f} s"
        if status.state is not State.OPEN:
            yield f"* {status.state}{wait}: {status.reason}"

    def _update(self, heard: Heard) -> Iterator[str]:
        update = heard.update
        match update["t"]:
            case "snapshot" if heard.after is not None:
                yield from self._table(heard.after)
            case "happened" if heard.before is not None and heard.after is not heard.before:
                room = heard.before.room
                for event in update["events"]:
                    now = after(room, event)
                    yield from self._event(event, room, now)
                    room = now
            case "said":
                yield self._said(update)
            case "presence" if heard.after is not None:
                here = "is here" if update["online"] else "is away"
                yield f"{self._who(heard.after.room, update['seat'])} {here}"
            case "paused" | "resumed":
                yield f"* the table is {update['t']}"
            case "left":
                yield f"* no longer at the table: {update['reason']}"
            case _:
                pass  # answers, and what a newer server may add

    def _table(self, table: Table) -> Iterator[str]:
        room = table.room
        people = [self._who(room, seat) for seat in SEATS if "person" in room["seats"][seat.place]]
        yield f"= {room['settings']['rules']}, version {table.v}: {', '.join(people) or 'nobody'}"
        match = value_of(room, "match")
        if match is not None:
            yield f"= {self._code('phase', match['phase'])}, {self._score(match['scores'])}"

    def _event(self, event: Event, before: RoomView, room: RoomView) -> Iterator[str]:
        match event["e"]:
            case "stood":
                yield f"{self._who(before, event['seat'])} gets up"
            case "passedout":
                yield self._words.say("sheet.passed_out")
            case "completed":
                yield f"-- {self._words.contract(contract(event['contract']))}"
            case "dealt":
                yield from self._dealt(event, room)
            case "declarations":
                yield from self._declarations(event)
            case "trick":
                yield self._trick(event, room)
            case "settled":
                yield from self._settled(event)
            case "ended":
                yield self._ended(event)
            case _ if "seat" in event:
                said = self._done(event, room)
                if said:
                    yield f"{self._who(room, event['seat'])}{said}"
            case _:
                pass  # nothing to say, or what a newer server may add

    def _done(self, event: Event, room: RoomView) -> str:
        """Return what the seat of *event* did or said, to stand behind its name."""
        match event["e"]:
            case "called":
                return f": {self._words.call(call(event['call']))}"
            case "announced":
                return ": " + ", ".join(self._code("declaration", kind) for kind in event["kinds"])
            case "belote":
                return f": {self._code('belote_word', event['word'])}"
            case "timedout":
                return ": time is up"
            case "seated":
                return " sits down"
            case "swapped":
                return f" changes places with {self._who(room, event['other'])}"
            case "readyset" if event["ready"]:
                return " is ready"
            case "surrenderoffered" if event["gives_up"]:
                return " offers to give up"
            case _:
                return ""

    def _dealt(self, event: Event, room: RoomView) -> Iterator[str]:
        number, dealer = event["deal"], self._who(room, event["dealer"])
        yield f"-- {self._words.say('sheet.deal')} {number}, {dealer}"
        for hand in event["hands"]:
            if hand and None not in hand:
                yield f"   {cards(hand)}"
        if event.get("turned") is not None:
            yield f"   {card(event['turned'])} is turned up"

    def _declarations(self, event: Event) -> Iterator[str]:
        for shown in event["shown"]:
            kind = self._code("declaration", shown["kind"])
            yield f"   {self._seat(shown['seat'])}: {kind} {cards(shown['cards'])}"

    def _trick(self, event: Event, room: RoomView) -> str:
        trick = value_of(room["match"]["deal"], "tricks")[-1]
        seats = [SEATS[(Seat(trick["leader"]).place + place) % 4] for place in range(4)]
        pairs = zip(seats, trick["cards"], strict=True)
        played = "  ".join(f"{self._seat(seat)} {card(text)}" for seat, text in pairs)
        return f"{event['number']}. {played}  -> {self._seat(event['winner'])}, {event['points']}"

    def _settled(self, event: Event) -> Iterator[str]:
        yield f"-- {self._code('result', event['result'])}"
        for team in Team:
            side = team.value.lower()
            counted = f"{self._lines(event['counted'], team)} = {event['own'][side]}"
            written = f"{self._lines(event['written'], team)} = {event['points'][side]}"
            yield f"   {self._team(team)}: {counted}"
            if written != counted:
                yield f"   {' ' * len(self._team(team))}> {written}"
        if event.get("held"):
            yield f"   {self._words.say('sheet.held_out', n=event['held'])}"
        yield f"   {self._score(event['scores'])}"

    def _lines(self, lines: list[dict[str, Any]], team: Team) -> str:
        own = [line for line in lines if line["team"] == team]
        reasons = [
            f"{self._code('line', line['code'], factor=line.get('factor', 1))} {line['points']}"
            for line in own
        ]
        return " + ".join(reasons) or "-"

    def _ended(self, event: Event) -> str:
        winner = Team(event["winner"])
        own, other = (event["scores"][team.value.lower()] for team in (winner, winner.other))
        reason = self._code("end", event["reason"])
        return self._words.say(
            "sheet.won", team=self._team(winner), own=own, other=other, reason=reason
        )

    def _said(self, update: Update) -> str:
        phrase = update.get("phrase")
        text = update.get("text", "") if phrase is None else self._code("phrase", phrase)
        return f"{clean(update['person']['name'], 40)}: {clean(text, 300)}"

    def _score(self, scores: dict[str, int]) -> str:
        sides = (f"{self._team(team)} {scores[team.value.lower()]}" for team in Team)
        return f"{self._words.say('sheet.score')}: {', '.join(sides)}"

    def _who(self, room: RoomView, seat: str) -> str:
        person = value_of(room["seats"][Seat(seat).place], "person")
        return f"{self._seat(seat)} ({clean(person['name'], 40)})" if person else self._seat(seat)

    def _seat(self, seat: str) -> str:
        return self._words.say(f"seat.{seat}")

    def _team(self, team: Team) -> str:
        return self._words.say(f"team.{team}")

    def _code(self, noun: str, code: str, **params: object) -> str:
        try:
            return self._words.say(f"{noun}.{code}", **params)
        except KeyError:  # a newer server knows more codes
            return code
