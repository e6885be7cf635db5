"""The ``belote`` command."""

import click

from belote_server import __version__


@click.group()
@click.version_option(__version__, prog_name="belote", message="%(prog)s %(version)s")
def main() -> None:
    """Belote and Coinche, scored and served."""


class NotServedYet(click.ClickException):
    """The command exists, what it starts does not."""

    exit_code = 2


@main.command()
def serve() -> None:
    """Open live tables (not in this release)."""
    raise NotServedYet(
        f"belote {__version__} cannot serve a table yet: "
        "the live table arrives with the next release."
    )


if __name__ == "__main__":
    main(prog_name="belote")
