"""The command line: `python -m papamu.openspiel gtp`."""

from __future__ import annotations

import argparse
import os

from ..process import split
from .gtp import translate


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m papamu.openspiel", allow_abbrev=False)
    commands = parser.add_subparsers(required=True)
    gtp = commands.add_parser(
        "gtp",
        allow_abbrev=False,
        help="starts papamu for OpenSpiel's GTPBot",
        description="Starts papamu for OpenSpiel's GTPBot, with OpenSpiel's names of moves: c3e3 for C3-E3, and with a column i. "
        "Further options are papamu's: --game konane,width=6,height=6 --level 3",
    )
    gtp.add_argument("--command", metavar="COMMAND", help="the command line of papamu, if it is not on the path")
    arguments, options = parser.parse_known_args()
    return translate([*split(arguments.command), *options])


if __name__ == "__main__":
    # Without what the interpreter does at its end: it would wait for the thread that reads standard input, and report a closed output.
    os._exit(main())
