"""Cards, hands and tricks as the short texts tests are written in."""

from belote_protocol.vocab import Card


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of *text*, such as ``JS 8S 7H``, in its order."""
    return tuple(map(Card, text.split()))
