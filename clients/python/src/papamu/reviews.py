"""Reviews of games."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from .engine import count
from .errors import BadReply, CommandFailed, EngineDied, EngineTimeout
from .process import split
from .types import Review, convert


def review(
    path: str | os.PathLike[str],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    number: int | None = None,
    game: str | None = None,
    sgf: str | os.PathLike[str] | None = None,
    command: str | Sequence[str] | None = None,
    timeout: float | None = None,
) -> Review:
    """Reviews a game with `papamu review`: what each turn cost, and what would have been better.

    `path` is an SGF file or a file with records of matches; `number` is the game of a file with several records, from 1. `game` is
    the game of an SGF file that does not say which one it is, with options after commas. Each position is analysed for 0.3 seconds,
    or for `seconds`, or for `nodes`; with `nodes` the review is reproducible. `threads` positions are analysed at the same time.
    `sgf` is a file to write, with the game and its comments and variations. `timeout` limits the whole review, in seconds.
    """
    options = {
        "--time": None if seconds is None else count(seconds, 1000),
        "--nodes": nodes,
        "--threads": threads,
        "--number": number,
        "--game": game,
        "--sgf": None if sgf is None else os.fspath(sgf),
    }
    given = [f"{name}={value}" for name, value in options.items() if value is not None]
    name = os.fspath(path)
    file = os.path.join(os.curdir, name) if name == "-" else name  # A lone hyphen is the standard input.
    words = [*split(command), "review", "--json", "--quiet", *given, "--", file]
    try:
        # The standard input may belong to a terminal, or to a front end.
        output = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    except (OSError, ValueError) as error:
        raise EngineDied(f"cannot start {words[0]}: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise EngineTimeout(f"no review of {name} within {error.timeout:g} s") from error
    printed = output.stdout.decode("utf-8", "replace")
    if output.returncode > 0:
        said = output.stderr.decode("utf-8", "replace").strip().partition("\n\n")[0]
        reason = said.removeprefix("papamu: ").removeprefix("error: ")
        raise CommandFailed("review", reason or f"the engine has ended with status {output.returncode}")
    if output.returncode < 0:
        raise EngineDied(f"the engine has ended with status {output.returncode} instead of reviewing {name}")
    return convert(Review, "review", _parsed(printed))


def _parsed(printed: str) -> dict[str, Any]:
    """The lines of a review as one object: a line for each turn, then one with the summaries."""
    try:
        *turns, last = [json.loads(line) for line in printed.splitlines()]
        summaries = {summary["player"]: {**summary, "verdicts": dict(summary["verdicts"])} for summary in last["summaries"]}
        return {"turns": turns, "complete": last["complete"], "summaries": summaries}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BadReply(f"review: the reply is not a review in JSON ({error!r}): {printed[-200:]!r}") from error
