"""The ``belote`` command."""

import os
import sys
from importlib import import_module
from importlib.metadata import entry_points
from typing import IO

import click

from belote_server import __version__, config
from belote_server.app.failures import CannotServe

BROUGHT = "belote.commands"
"""The group of entry points under which a package brings commands of its own."""

OWN = {
    "score": "belote_server.scoresheet.cli",
    "sheet": "belote_server.scoresheet.cli_sheet",
    "rooms": "belote_server.app.cli_tables",
    "show": "belote_server.app.cli_tables",
}
"""Where our own commands are, so that none waits for the libraries of another."""


class Commands(click.Group):
    """The commands of the server, and those that others bring; loaded when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all."""
        brought = {entry.name for entry in entry_points(group=BROUGHT)}
        return sorted({*super().list_commands(ctx), *OWN, *brought})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name."""
        own = super().get_command(ctx, cmd_name)
        if cmd_name in OWN:
            own = getattr(import_module(OWN[cmd_name]), cmd_name)
        for entry in () if own else entry_points(group=BROUGHT, name=cmd_name):
            command: click.Command = entry.load()
            return command
        return own


@click.group(cls=Commands)
@click.version_option(__version__, prog_name="belote", message="%(prog)s %(version)s")
def main() -> None:
    """Belote and Coinche, scored and served."""


class CannotStart(click.ClickException):
    """The server did not start; the sentence says why."""

    exit_code = 2

    def show(self, file: IO[str] | None = None) -> None:
        """Write the sentence, and nothing else."""
        click.echo(f"belote: {self.message}", file=file, err=True)


def settings_options(command: click.Command) -> click.Command:
    """Give *command* one option for each setting that is no secret."""
    for name in config.names():
        if config.is_secret(name):
            continue
        default = "" if name == "data_dir" else config.show(getattr(config.Settings(), name))
        standard = f"  [{config.variable_of(name)}{default and f'; default {default}'}]"
        command.params.append(
            click.Option(
                [config.option_of(name), name],
                metavar="|".join(config.choices(name)) or name.rpartition("_")[2].upper(),
                help=config.help_of(name) + standard,
            )
        )
    return command


@settings_options
@main.command(
    epilog="Each option can also be given as the variable in brackets. Secrets can be given in no "
    "other way, since every program of a machine can read the command lines of all: "
    f"{', '.join(map(config.variable_of, filter(config.is_secret, config.names())))}."
)
def serve(**options: str | None) -> None:
    """
    Open live tables, here and for others.

    Without any option tables are open on this machine, at port 8600, and kept in this user's data
    directory; nothing else needs to run. With --host 0.0.0.0 others can join.

    Ends with status 0 when it was stopped and everything was stored, 1 when it was stopped in
    haste, 2 when it could not start.
    """
    try:
        settings = config.load(os.environ, options)
    except config.BadSetting as error:
        raise CannotStart(str(error)) from None
    # Imported here, so that a score is counted without waiting for a server's libraries.
    from belote_server.app.serving import run

    try:
        sys.exit(run(settings, click.echo))
    except CannotServe as error:
        raise CannotStart(str(error)) from None


if __name__ == "__main__":
    main(prog_name="belote")
