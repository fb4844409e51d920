"""A part of a fair as a process of its own, so that it can be killed: some tables, one game each.

It goes on where the journals of its folder end, and writes at the end what is true.
"""

import faulthandler
import gc
import json
import signal
import sys
from pathlib import Path

from host_tools.venue import publisher
from host_tools.venue.mqtt import Address
from tests.venue.fair import Fair

# A hundred tables share this process: it has games to play between the pictures, and looking for
# rubbish in all of them again and again takes longer than the games.
publisher.STATE_S = 4.0
gc.set_threshold(100_000, 50, 100)


def main(settings: Path) -> None:
    told = json.loads(settings.read_text())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    faulthandler.register(signal.SIGUSR1, all_threads=False)
    folder, fair = Path(told["folder"]), Fair()
    address = Address(**told["address"])
    for number, players in told["tables"].items():
        table = fair.add(folder / number, number, address, seed=int(number), players=tuple(players))
        if table.table is None and not table.journal.games():
            table.begin()
    fair.play()
    fair.drained(200)
    truth = {game: lines for table in fair.tables for game, lines in table.truth().items()}
    sent = [(t.publisher.sent, t.publisher.sent_bytes) for t in fair.tables]
    fair.close()
    part = settings.with_suffix(".part")
    part.write_text(json.dumps({"truth": truth, "sent": sent}))
    part.rename(settings.with_suffix(".truth"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
