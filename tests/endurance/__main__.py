"""``make endurance``, or ``python -m tests.endurance [MINUTES]``; ends with 1 if something grew."""

import asyncio
import os
import sys

from tests.endurance.run import endure

if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("BELOTE_TEST_MINUTES", "30")
    sys.exit(asyncio.run(endure(float(given) * 60)))
