"""The kinds of value that a setting can be, beside numbers and text."""

from ipaddress import ip_address, ip_network


class Secret:
    """A text that is not shown by accident: it has to be asked for by `reveal`."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text itself."""
        return self._text

    def __repr__(self) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


class Range:
    """One address of a machine, or a block of them: ``10.0.0.7``, ``10.0.0.0/8``, ``fd00::/8``."""

    __slots__ = ("_network",)

    def __init__(self, text: str) -> None:
        self._network = ip_network(text)

    def __contains__(self, address: str) -> bool:
        try:
            return ip_address(address) in self._network
        except ValueError:
            return False

    def __repr__(self) -> str:
        return str(self._network)
