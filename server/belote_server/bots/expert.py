"""
The expert: imagines deals that fit everything shown, and plays each of them out.

For a card, every world is played to its end once for each card that may be played, all seats by
instinct from what they would know there; the card that is worth most on average is chosen. For a
call, worlds show how the deal would end at each mode that comes into question. The last tricks are
searched exactly.
"""

from belote_protocol.vocab import SEATS, HintCode, Phase
from belote_server.bots.auctioning import choose_call
from belote_server.bots.budget import Meter
from belote_server.bots.cardplay import chosen, club_card, legal_mask
from belote_server.bots.chance import Chance
from belote_server.bots.choice import Choice
from belote_server.bots.codes import EVERY_CARD, numbers
from belote_server.bots.imagined_auction import imagined_prospects
from belote_server.bots.payoffs import Payoffs
from belote_server.bots.sight import Sight, sight, trick_numbers
from belote_server.bots.stakes import Stakes
from belote_server.bots.worlds import Hands, Worlds
from belote_server.game.actions import PlayCard
from belote_server.game.views import View

CLUB_BONUS = 1.0
"""What speaks for the club's own card among cards that are worth the same, in points."""

ENOUGH = 300
"""So many worlds tell all that more would."""


def expert_choice(view: View, rng: Chance, meter: Meter) -> Choice:
    """Return what the expert would do in the place of the viewer, whose turn it is."""
    known = sight(view)
    stakes = Stakes(view, known.seat & 1)
    if view.phase is Phase.PLAY:
        return _card(known, stakes, rng, meter)
    return choose_call(view, imagined_prospects(known, rng, meter), stakes)


def _card(known: Sight, stakes: Stakes, rng: Chance, meter: Meter) -> Choice:
    club = club_card(known)
    candidates = distinct(known, legal_mask(known), club)
    if len(candidates) == 1:
        return chosen(known, candidates[0])
    sums = dict.fromkeys(candidates, 0.0)
    worlds, payoffs = Worlds(known, rng), Payoffs(known, stakes)
    drawn = 0
    known_worlds: dict[Hands, list[tuple[int, float]]] = {}
    while drawn < ENOUGH and not meter.is_over():
        hands = worlds.draw()
        drawn += 1
        values = known_worlds.get(hands)
        if values is None:
            values = known_worlds[hands] = list(payoffs.values(hands, candidates))
            meter.spend(len(candidates) * payoffs.nodes)
        else:
            meter.spend(sum(known.sizes))
        for card, value in values:
            sums[card] += value
    sums[club] += CLUB_BONUS * drawn
    best = max(candidates, key=sums.__getitem__)
    if best == club:
        return chosen(known, best)
    found = known.code.cards[best]
    return Choice(
        PlayCard(SEATS[known.seat], found),
        HintCode.BEST_OF_MANY,
        {"card": found.value, "worlds": str(drawn)},
    )


def distinct(known: Sight, legal: int, preferred: int) -> list[int]:
    """
    Return the cards of *legal* that are not as good as another, *preferred* first.

    Cards of a suit that stand next to each other among those still out, and are worth the same,
    are one choice.
    """
    worth = known.play.worth
    others = EVERY_CARD & ~known.hand & ~known.played
    for number in trick_numbers(known.deal, known.code):
        others |= 1 << number
    kept = [preferred]
    for number in numbers(legal):
        if number == preferred:
            continue
        for other in kept:
            low, high = min(number, other), max(number, other)
            between = (1 << high) - (2 << low)
            same = number >> 3 == other >> 3 and worth[number] == worth[other]
            if same and not others & between:
                break
        else:
            kept.append(number)
    return kept
