"""The seating that a table takes from its venue: fetched, shown, and confirmed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from host_tools.commands.options import data_folder
from host_tools.rules.errors import MoveError
from host_tools.texts.echo import confirm, echo
from host_tools.venue.chronicle import kept_name
from host_tools.venue.mqtt import Address, BrokerError
from host_tools.venue.rounds import wonder_name
from host_tools.venue.seating import Seating, UnreadableError, fetch
from host_tools.venue.tournament import key_of

GLANCE_S = 1.5  # who names the players waits no longer for a seating that would differ
WAY_OUT = "`--players Ann,Bo,Cy` plays without the venue's seating."


def seating_for(
    address: Address, table: str, yes: bool, check: Callable[[Seating], object]
) -> Seating:
    """Return what the venue says of this table, when people have seen it; else a sentence.

    `check` raises MoveError for a game that cannot be played.
    """
    ctx = click.get_current_context()
    _leave_to_the_venue(ctx, ("sets", "edition", "variant", "rulings"))
    seating = _fetched(address, table)
    if any(seating.wonders):
        _leave_to_the_venue(ctx, ("wonders",))
    try:
        check(seating)
    except MoveError as error:
        raise click.ClickException(
            f"What the venue says about table {table} is no game that can be played: "
            f"{error.numbered} Tell the organiser. {WAY_OUT}"
        ) from None
    _confirm(seating, yes)
    return seating


def table_to_seat(name: str | None, address: Address | None, journal: Path | None) -> str:
    """Return the table whose seating is to be taken: the one that is named, or else this one."""
    if address is None:
        raise click.UsageError(
            "--yes takes the venue's seating. Name its broker: --mqtt mqtt://user@host/prefix"
        )
    known = name or kept_name(data_folder() if journal is None else journal.parent)
    if not known:
        raise click.UsageError(
            f"--yes takes the venue's seating. Which table? --table 7. {WAY_OUT}"
        )
    return known


def _leave_to_the_venue(ctx: click.Context, names: Sequence[str]) -> None:
    """Refuse what the venue decides together with the players."""
    for name in names:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = {"rulings": "--ruling"}.get(name, f"--{name}")
            raise click.UsageError(
                f"{option} comes with the venue's seating: leave it out, or name the --players too."
            )


def _fetched(address: Address, table: str) -> Seating:
    """Return the seating of this table, or say in a sentence why there is none."""
    try:
        seating = fetch(address, table)
    except BrokerError as error:
        raise click.ClickException(f"{error} {WAY_OUT}") from None
    except UnreadableError as error:
        raise click.ClickException(
            f"What the venue says about table {table} cannot be read: {error}. "
            f"Does this Wondertable fit the venue's? {WAY_OUT}"
        ) from None
    if seating is None:
        raise click.ClickException(
            f"The venue has no seating for table {table} yet. Is the round drawn (`wondertable "
            f"venue seating --draw`), and is `wondertable venue` running? {WAY_OUT}"
        )
    return seating


def _confirm(seating: Seating, yes: bool) -> None:
    """Show a seating, and ask whether these people are here."""
    echo(f"Table {seating.table}, round {seating.round}:")
    for seat in seating.seats:
        wonder = wonder_name(seating.edition, seat) or " ".join(filter(None, seat[1:]))
        echo(f"  {seat.player:<24} {wonder}".rstrip())
    rulings = [f"{name}={value}" for name, value in seating.rulings.items()]
    played = [seating.edition, ",".join(seating.sets), seating.variant, *rulings]
    echo(f"  {' · '.join(played)}")
    if not yes:
        confirm("Begin this game?", default=True, abort=True)


def warn_of_others(address: Address, table: str, players: Sequence[str]) -> None:
    """Say that the venue has seated others here; a broker that is away keeps nobody waiting."""
    found: list[Seating] = []

    def look() -> None:
        try:
            seating = fetch(address, table, GLANCE_S)
        except (BrokerError, UnreadableError):
            return
        if seating is not None:
            found.append(seating)

    thread = threading.Thread(target=look, name="seating", daemon=True)
    thread.start()
    thread.join(GLANCE_S)
    for seating in found:
        if set(map(key_of, seating.players)) != set(map(key_of, players)):
            echo(
                f"The venue has seated others at table {table} in round {seating.round}: "
                f"{', '.join(seating.players)}. You play with those of --players; their result "
                "fits no table of the round.",
                err=True,
            )
