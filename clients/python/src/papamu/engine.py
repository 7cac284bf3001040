"""A running engine."""

from __future__ import annotations

import math
import os
import shlex
import shutil
import sys
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from .analysis import Analysis
from .errors import EngineDied, InvalidArgument
from .process import Deadline, EngineProcess
from .types import Choice, Color, History, State, Turn, read

THINKING = 60.0
"""The time limit of `genmove` in seconds, unless `seconds` or the setting `move_time_ms` allows more."""


def _program() -> str:
    """The engine installed with this module, or else the one on the path."""
    name = "papamu.exe" if os.name == "nt" else "papamu"
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.is_file() else shutil.which(name) or name


def _words(command: str | Sequence[str] | None) -> str | list[str]:
    """Splits a command line into words, except on Windows, which does so itself."""
    if not command:
        return [_program()]
    if not isinstance(command, str):
        return list(command)
    try:
        return command if os.name == "nt" else shlex.split(command)
    except ValueError as error:
        raise EngineDied(f"cannot start {command}: {error}") from error


def _count(seconds: float, per_second: int) -> int:
    """Converts a time to other units, at least one of them."""
    if not 0 <= seconds < math.inf:
        raise InvalidArgument(f"{seconds} is not a time: give seconds, not fewer than 0")
    return max(1, round(per_second * seconds))


class Engine:
    """An engine with a game.

    `command` is a command line, as one string or as words. The default is papamu; any program that speaks the protocol works.
    Further keywords are the game's options. `timeout` is the time in seconds that the engine may take for a whole reply beyond the
    time that it was given to think. An engine that takes longer is killed, and `EngineTimeout` is raised.

    Threads may share an engine: a command waits until those of other threads are answered. Only `interrupt` and `close` do not
    wait. After a fork the engine belongs to the parent, and the child gets a `PapamuError`. An engine that is not closed ends
    when the object is collected, or with the program.
    """

    def __init__(
        self,
        game: str = "konane",
        *,
        command: str | Sequence[str] | None = None,
        timeout: float = 10.0,
        **options: int | str,
    ) -> None:
        self.timeout = timeout
        self._lock = threading.RLock()
        self._thinking = THINKING
        self._to_restore: list[str] = []
        """Commands that restore the settings that `genmove` has changed for one move."""
        self._process = EngineProcess(_words(command))
        weakref.finalize(self, self._process.end, 0.0)
        try:
            self.new_game(game, **options)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Commands.

    def new_game(self, game: str, **options: int | str) -> None:
        """Starts a game with these options."""
        self.ask(" ".join(["set_game", game, *(f"{key}={value}" for key, value in options.items())]))

    def set(self, name: str, value: int | str) -> None:
        """Changes a setting, such as `move_time_ms` or `level`."""
        self.ask(f"param {name} {value}")
        if name == "move_time_ms" and str(value).isdecimal():
            self._thinking = max(THINKING, int(value) / 1000)

    def play(self, color: Color, move: str) -> None:
        """Plays a move; "resign" and "timeout" forfeit the game."""
        self.ask(f"play {color} {move}")

    def genmove(self, color: Color, seconds: float | None = None) -> Choice:
        """Lets the engine choose and play a move, within its settings or this time limit.

        `seconds` applies to this move only, and overrides the settings `move_time_ms` and `nodes`. A level below 10 or a clock
        may still end the search sooner. After a KeyboardInterrupt, `state` tells whether the move was played before it.
        """
        milliseconds = None if seconds is None else _count(seconds, 1000)
        thinking = self._thinking if seconds is None else seconds
        command = f"genmove {color} json"
        with self._turn(thinking + self.timeout) as deadline:
            if milliseconds is not None:
                self._limit_one_move(milliseconds, deadline)
            return read(Choice, command, self._process.ask(command, deadline))

    def analyze(self, color: Color | None = None, interval: float = 0.2, moves: int = 5) -> Analysis:
        """Begins an analysis: iterate over the result for a report each `interval` seconds. Leaving the `with` block, or the next
        command, ends it. If nobody reads the reports, the newest 1,000 are kept."""
        words = ["analyze", *([color] if color else []), str(_count(interval, 100)), "maxmoves", str(moves), "json"]
        timeout = interval + self.timeout
        with self._turn(timeout) as deadline:
            return Analysis(self, self._process, self._process.stream(" ".join(words), deadline), timeout)

    def interrupt(self) -> None:
        """Ends a search that another thread is waiting for: `genmove` plays the best move found so far, `solve` answers
        "unknown"."""
        self._process.check_process()
        self._process.post("# interrupt")

    def undo(self) -> None:
        """Takes the last turn back."""
        self.ask("undo_turn")

    def redo(self) -> None:
        """Replays the turn that was taken back last."""
        self.ask("redo_turn")

    def state(self) -> State:
        """Everything that a board displays."""
        return read(State, "state", self.ask("state"))

    def history(self) -> list[Turn]:
        """The turns played so far."""
        return read(History, "history", self.ask("history")).turns

    def position(self) -> str:
        """The position as a string."""
        return self.ask("position")

    def set_position(self, position: str) -> None:
        """Starts a new game from a position."""
        self.ask(f"set_position {position}")

    def legal_moves(self) -> list[str]:
        """The moves of the player to move."""
        return self.ask("legal_moves").split()

    def solve(self, seconds: float) -> str:
        """Who wins with perfect play: "win MOVE", "loss", "draw MOVE" or "unknown"."""
        return self.ask(f"solve {_count(seconds, 1000) / 1000:.3f}", seconds + self.timeout)

    def sgf(self) -> str:
        """The game as SGF."""
        return self.ask("printsgf")

    def ask(self, command: str, timeout: float | None = None) -> str:
        """Sends any command and returns the text of its reply."""
        with self._turn(self.timeout if timeout is None else timeout) as deadline:
            return self._process.ask(command, deadline)

    def close(self) -> None:
        """Ends the engine, within a second."""
        self._process.end(1.0)

    # One command at a time.

    @contextmanager
    def _turn(self, timeout: float) -> Iterator[Deadline]:
        """Gives this thread the turn to send commands, after restoring the settings that a `genmove` with `seconds` has changed."""
        self._process.check_process()
        with self._lock:
            deadline = Deadline(timeout)
            for command in self._to_restore:
                self._process.ask(command, deadline)
            self._to_restore = []
            yield deadline

    def _limit_one_move(self, milliseconds: int, deadline: Deadline) -> None:
        # Restored before the next command, not after the move: a command would end pondering.
        rows = [line.split() for line in self._process.ask("param", deadline).splitlines()]
        settings = {row[1]: row[2] for row in rows if len(row) == 3}
        limits = {name: settings[name] for name in ("move_time_ms", "nodes") if name in settings}
        self._to_restore = [f"param {name} {value}" for name, value in limits.items()]
        self._process.ask(f"param move_time_ms {milliseconds}", deadline)
        if limits.get("nodes", "0") != "0":
            self._process.ask("param nodes 0", deadline)
