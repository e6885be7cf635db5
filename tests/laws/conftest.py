"""Laws run among the long tests as well, where each gets many more examples."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Count every law among the long tests when those are asked for."""
    if item.config.option.markexpr == "soak":
        item.add_marker("soak")
