"""What the line mode says when it is asked: hands, tables, scores, as sentences."""

from collections.abc import Iterator

from belote_protocol import calls
from belote_protocol.vocab import SEATS, Phrase, Seat
from client_demo.lobby import Lobby
from client_demo.terminal.look import Look
from client_demo.terminal.moves import bidding, duty_params, judged, my_hand
from client_demo.terminal.offers import described
from client_demo.terminal.telling import Telling, Until, spelled
from client_demo.terminal.typed import VERBS
from client_demo.views import RoomView, value_of


class Reciting:
    """The answers to what is asked in words."""

    def __init__(self, look: Look, until: Until = lambda _: None) -> None:
        self._look = look
        self._card = spelled(look)
        self.telling = Telling(look, self._card, until)

    def commands(self) -> Iterator[str]:
        """Give a line for each command."""
        for verb in VERBS:
            word = self._look.say(f"do_{verb}")
            yield self._look.say(f"says_{verb}", word=word)

    def turn(self, room: RoomView) -> Iterator[str]:
        """Say whose turn it is, and what one may do about it."""
        said = self.telling.turn(room)
        if said:
            yield said
        verdicts = judged(room)
        if verdicts is not None:
            legal = [
                f"{at} {self._card(card)}"
                for at, card in enumerate(my_hand(room), 1)
                if verdicts.get(card) is None
            ]
            yield self._look.say("plain_may", cards=", ".join(legal))
        choice = bidding(room)
        if choice is not None:
            words = [self._look.coded("word", word) for word in choice.words]
            modes = ", ".join(self._look.words.say(f"mode.{mode}") for mode in choice.modes)
            rungs = [each for each in choice.rungs if each != "take"]
            if rungs:
                numbers = [each for each in rungs if each.isdigit()]
                others = [self._look.coded("bid_kind", each) for each in rungs if each.isalpha()]
                first = [f"{numbers[0]}-{numbers[-1]}"] if numbers else []
                words.append(f"{', '.join([*first, *others])} ({modes})")
            elif modes:
                words.append(modes)
            yield self._look.say("plain_calls", calls=", ".join(words))

    def hand(self, room: RoomView) -> Iterator[str]:
        """Say one's cards, and why some may not be played."""
        verdicts = judged(room) or {}
        for at, card in enumerate(my_hand(room), 1):
            duty = verdicts.get(card)
            why = self.telling.duty(duty, duty_params(room, duty)) if duty else ""
            yield f"{at} {self._card(card)}" + (f". {why}" if why else "")
        if not my_hand(room):
            yield self._look.say("you_watch" if "seat" not in room else "not_now")

    def table(self, room: RoomView) -> Iterator[str]:
        """Say who sits where, what is played, and what lies on the table."""
        for seat in SEATS:
            view = room["seats"][seat.place]
            policy = value_of(view, "bot")
            if "person" not in view:
                what = f"{self._look.say('bot')}, {self._look.level(policy)}" if policy else ""
                yield f"{self._look.seat(seat)}: {what or self._look.say('free')}"
                continue
            marks = [self._look.who(room, seat)]
            marks += [self._look.say("away")] if not value_of(view, "online") else []
            marks += [self._look.say("bot_holds")] if policy else []
            marks += [self._look.say("ready")] if value_of(view, "ready") else []
            marks += [self._look.say("you")] if room.get("seat") == seat else []
            yield f"{self._look.seat(seat)}: {', '.join(marks)}"
        if watchers := value_of(room, "watchers"):
            yield self._look.say("watchers", n=watchers)
        for purpose in ("sit", "watch"):
            if (code := value_of(room, purpose)) is not None:
                name = self._look.say(f"to_{purpose}")
                yield self._look.say("plain_codes", purpose=name, code=code)
        deal = value_of(room, "match") and room["match"].get("deal")
        if not deal:
            return
        if (contract := value_of(deal, "contract")) is not None:
            said = self._look.words.contract(calls.contract(contract))
            yield self._look.say("contract", contract=said)
        if trick := value_of(deal, "trick"):
            yield self._look.say("plain_on_table", cards=self._played(room, deal["leader"], trick))

    def _played(self, room: RoomView, leader: str, cards: list[str]) -> str:
        first = Seat(leader).place
        return ", ".join(
            f"{self._look.who(room, SEATS[(first + at) % 4])} {self._card(card)}"
            for at, card in enumerate(cards)
        )

    def last(self, room: RoomView) -> Iterator[str]:
        """Say the last trick."""
        deal = value_of(room, "match") and room["match"].get("deal")
        tricks = value_of(deal, "tricks") if deal else []
        if not tricks:
            yield self._look.say("no_trick")
            return
        trick = tricks[-1]
        yield self._played(room, trick["leader"], trick["cards"])
        name = self._look.who(room, trick["winner"])
        yield self._look.say("takes_trick", name=name, n=trick["points"])

    def score(self, room: RoomView) -> Iterator[str]:
        """Say the score, and why the last deal counted what it did."""
        match = value_of(room, "match")
        settled = value_of(match, "settled") if match else []
        if not settled:
            yield self._look.words.say("sheet.no_deals")
            return
        yield from self.telling.settled(settled[-1])

    def lobby(self, lobby: Lobby) -> Iterator[str]:
        """Say the open tables by their numbers."""
        for at, offer in enumerate(lobby.offers.values(), 1):
            yield f"{at} {described(self._look, offer)}"
        if not lobby.offers:
            yield self._look.words.say("lobby.no_tables")
        yield self._look.words.say("lobby.seeking_now", n=lobby.seeking)

    def phrases(self) -> Iterator[str]:
        """Say the quick phrases by their numbers."""
        for at, phrase in enumerate(Phrase, 1):
            yield f"{at} {self._look.words.say(f'phrase.{phrase}')}"
