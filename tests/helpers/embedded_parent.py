"""A server process in small: starts the embedded store, says its number, and waits to be killed."""

import asyncio
import sys
from pathlib import Path
from typing import cast

from belote_server.storage.embedded import EmbeddedSettings, EmbeddedStore
from belote_server.storage.store_process import Leash


async def main(folder: Path, leash: Leash) -> None:
    """Run until killed."""
    async with EmbeddedStore(folder, EmbeddedSettings(leash=leash)) as store:
        print(store.pid, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), cast(Leash, sys.argv[2])))
