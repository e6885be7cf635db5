"""From a deal as it was written down to its account."""

from belote_server.game.scoring import settle
from belote_server.scoresheet.account import Account
from belote_server.scoresheet.entry import Entry, tally, unsaid_capot


def scored(entry: Entry) -> Account:
    """
    Return the account of *entry*.

    Raises:
        Problem: Something is missing, or cannot be true.
    """
    counted = tally(entry)
    assert entry.taker is not None  # `tally` has asked
    return Account(
        rules=entry.rules,
        taker=entry.taker,
        settlement=settle(counted, entry.rules.cards, entry.rules.scoring),
        held_in=entry.held,
        unsaid_capot=unsaid_capot(entry, counted),
    )
