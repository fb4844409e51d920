"""The table of commands."""

from importlib import import_module

import click

from host_tools import VERSION

COMMANDS = {
    "cards": ("host_tools.cards_command:cards", "Find cards: cost, copies, chains and effect."),
    "replay": ("host_tools.replay_command:replay", "Play game records and print their scores."),
    "score": ("host_tools.replay_command:score", "Print a score sheet and explain every point."),
    "simulate": ("host_tools.virtual.simulate_command:simulate", "Let bots play many games."),
    "play": ("host_tools.evening_command:play", "Run an evening at the table."),
    "games": ("host_tools.evening_command:games", "List the games in the journal."),
    "resume": ("host_tools.evening_command:resume", "Go on with a game."),
    "abandon": ("host_tools.evening_command:abandon", "End a game without a result."),
    "export": ("host_tools.evening_command:export", "Write a game as a record."),
    "enrol": ("host_tools.enrol.enrol_command:enrol", "Give every card of a deck its tag."),
    "deck": ("host_tools.enrol.deck_command:deck", "Decks: what is missing, labels, spreadsheets."),
    "rerun": ("host_tools.rerun_command:rerun", "Play an evening again from its capture."),
    "seat": ("host_tools.virtual.seat_command:seat", "Try one seat by hand, without hardware."),
    "flash": ("host_tools.flash.flash_command:flash", "Put the firmware on every board."),
    "doctor": (
        "host_tools.doctor.doctor_command:doctor",
        "Find out what is wrong with seats and computer.",
    ),
    "demo": ("host_tools.web.demo_command:demo", "Try a whole table without hardware."),
    "venue": ("host_tools.venue.venue_command:venue", "Show many tables; run a tournament."),
    "wonders": ("host_tools.cards_command:wonders", "Find wonders and their stages."),
}
"""Name: where the command lives, and what it does. Its module is read when it is called."""


class CommandTable(click.Group):
    """The commands of the table above, in its order."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, its module read only now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of `--help`, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])


@click.command(cls=CommandTable)
@click.version_option(VERSION, prog_name="wondertable")
def main() -> None:
    """Run a table for 7 Wonders that knows what is played."""
