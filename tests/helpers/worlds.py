"""
Other worlds: matches that a viewer cannot tell from the one it is in.

The cards a viewer has not seen are dealt again and everything that was done is done again. A
world counts only if all of it is legal there and looks the same to everybody: the same calls,
cards, announcements, belotes and tricks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from belote_protocol.vocab import SEATS, Card, Phase, Viewer
from belote_server.game.actions import Action, DealCards, PlayCard
from belote_server.game.engine import decide
from belote_server.game.events import DealCommitted, DeclarationsMade, Event
from belote_server.game.refused import Refusal
from belote_server.game.state import Deal, Match, evolve, replay
from tests.helpers.audiences import public_part
from tests.helpers.stories import Story

Batches = list[tuple[Event, ...]]


@dataclass(frozen=True)
class Scene:
    """
    A deal under way: its actions so far, and what it took to get there.

    Attributes:
        before: The match as the deal's first event found it.
        batches: What happened since, an action each; a commitment comes before the hands.
        actions: What was done since the hands were dealt.
    """

    before: Match
    batches: Batches
    actions: list[Action]

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return replay((event for batch in self.batches for event in batch), self.before)


def last_scene(story: Story) -> Scene | None:
    """Return the last deal of *story* that was under way, as far as it got; none if none was."""
    ends = [
        index
        for index, match in enumerate(story.matches)
        if match.phase in (Phase.AUCTION, Phase.PLAY)
    ]
    if not ends:
        return None
    end = ends[-1]
    dealt = max(
        index for index, action in enumerate(story.actions[:end]) if isinstance(action, DealCards)
    )
    first = dealt - (story.matches[dealt].commitment is not None)
    return Scene(story.matches[first], story.batches[first:end], story.actions[dealt + 1 : end])


def other_worlds(scene: Scene, viewer: Viewer, rng: Random, tries: int) -> Iterator[Batches]:
    """Yield the worlds found in *tries* tries that are not the scene's own, as their batches."""
    deal = scene.match.running
    for attempt in range(tries):
        share = 1.0 if attempt % 2 else 0.2  # now all hidden cards, now a few
        deck = _deal_again(deal, viewer, rng, share)
        world = _done_again(scene, deck, rng)
        if world is not None and _hands(scene.before, world) != _hands(scene.before, scene.batches):
            yield world


def _hands(before: Match, batches: Batches) -> list[frozenset[Card]]:
    match = replay((event for batch in batches for event in batch), before)
    return [frozenset(hand) for hand in match.running.dealt]


def _deal_again(deal: Deal, viewer: Viewer, rng: Random, share: float) -> tuple[Card, ...]:
    """
    Return the deck of *deal* with a *share* of the cards that *viewer* has not seen moved.

    What was played stays with the seat that played it, and its place in what that seat was dealt
    is drawn anew: in which packet a card came nobody has seen either.
    """
    owner = {card: seat for seat in SEATS for card in deal.dealt[seat.place]}
    on_table = {card for trick in deal.tricks for card in trick.cards} | set(deal.trick)
    fixed = {card for card, seat in owner.items() if seat is viewer} | {deal.turned}
    moving = [
        card
        for card in deal.deck
        if card not in fixed and card not in on_table and rng.random() < share
    ]
    moved = dict(zip(moving, rng.sample(moving, len(moving)), strict=True))
    deck = [moved.get(card, card) for card in deal.deck]
    for seat in (*SEATS, None):
        places = [
            index
            for index, card in enumerate(deal.deck)
            if owner.get(card) is seat and card not in fixed
        ]
        drawn = [deck[index] for index in places]
        for index, card in zip(places, rng.sample(drawn, len(drawn)), strict=True):
            deck[index] = card
    return tuple(deck)


def _done_again(scene: Scene, deck: tuple[Card, ...], rng: Random) -> Batches | None:
    """Return what the scene's actions come to with another *deck*; nothing where it would show."""
    dealt = decide(scene.before, DealCards(deck))
    assert not isinstance(dealt, Refusal)
    seals = [batch[0] for batch in scene.batches if isinstance(batch[0], DealCommitted)]
    batches: Batches = [(replace(seal, seed=rng.randbytes(32).hex()),) for seal in seals]
    hands, *rest = scene.batches[len(seals) :]
    if [*map(public_part, dealt)] != [*map(public_part, hands)]:
        return None
    batches.append(dealt)
    match = replay((event for batch in batches for event in batch), scene.before)
    for action, seen in zip(scene.actions, rest, strict=True):
        if isinstance(action, PlayCard):
            declared = any(isinstance(event, DeclarationsMade) for event in seen)
            action = replace(action, declare=declared)
        batch = decide(match, action)
        if isinstance(batch, Refusal) or [*map(public_part, batch)] != [*map(public_part, seen)]:
            return None
        batches.append(batch)
        for event in batch:
            match = evolve(match, event)
    return batches
