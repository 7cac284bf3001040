"""A running engine."""

from __future__ import annotations

import math
import os
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from .errors import InvalidArgument
from .process import Deadline, EngineProcess, split
from .stream import Stream
from .types import Choice, Color, History, Report, State, Turn, read

THINKING = 60.0
"""The time limit of `genmove` in seconds, unless `seconds` or the setting `move_time_ms` allows more."""


def _words(command: str | Sequence[str] | None) -> str | list[str]:
    """Splits a command line into words, except on Windows, which does so itself."""
    return command if os.name == "nt" and isinstance(command, str) and command else split(command)


NOTHING = Report(True, 0, 0, 0, 0, None, None, None, None, None, [])
"""The report after the end of the game."""


def move_list(name: str, moves: Sequence[str]) -> list[str]:
    """A list of moves. A single string would otherwise be taken for a list of letters."""
    if isinstance(moves, str):
        raise InvalidArgument(f"{name}: {moves!r} is not a list of moves")
    return list(moves)


def count(seconds: float, per_second: int) -> int:
    """Converts a time to other units, at least one of them."""
    if not 0 <= seconds < math.inf:
        raise InvalidArgument(f"{seconds} is not a time: give seconds, not fewer than 0")
    return max(1, round(per_second * seconds))


def _limits(nodes: int | None, seconds: float | None, depth: int | None) -> list[str]:
    """The limits of an analysis."""
    limits = {"nodes": nodes, "time": None if seconds is None else count(seconds, 1000), "depth": depth}
    return [f"{name} {limit}" for name, limit in limits.items() if limit is not None]


def _options(moves: int, allow: Sequence[str], avoid: Sequence[str], ownership: bool) -> list[str]:
    """The other options of an analysis. The lists hold for the player to move, whoever that is."""
    words = [f"maxmoves {moves}"]
    for name, tokens in (("allow", allow), ("avoid", avoid)):
        listed = move_list(name, tokens)
        for token in listed:
            if not token.strip() or any(character.isspace() or character == "," for character in token):
                raise InvalidArgument(f"{name}: {token!r} is not a move, nor the first part of one")
        words += [f"{name} {player} {','.join(listed)}" for player in ("black", "white") if listed]
    return words + ["ownership"] * ownership


def _analysis(color: Color | None, words: list[str]) -> str:
    return " ".join(["analyze", *([color] if color else []), *words, "json"])


class Engine:
    """An engine with a game.

    `command` is a command line, as one string or as words. The default is papamu; any program that speaks the protocol works.
    Further keywords are the game's options. `timeout` is the time in seconds that the engine may take for a whole reply beyond
    the time that it was given to think. An engine that takes longer is killed, and `EngineTimeout` is raised.

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
        milliseconds = None if seconds is None else count(seconds, 1000)
        thinking = self._thinking if seconds is None else seconds
        command = f"genmove {color} json"
        with self._turn(thinking + self.timeout) as deadline:
            if milliseconds is not None:
                self._limit_one_move(milliseconds, deadline)
            return read(Choice, command, self._process.ask(command, deadline))

    def analyze(
        self,
        color: Color | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        moves: int = 5,
        allow: Sequence[str] = (),
        avoid: Sequence[str] = (),
        ownership: bool = False,
    ) -> Report:
        """Analyses the position, and returns one report when the search has reached a limit. Without limits it takes one second.

        The limits are `nodes` visited, `seconds`, and `depth` in plies; the first one reached ends the search. `moves` is the most
        moves to report. Only the moves in `allow` are considered, or turns that begin like them, and none of those in `avoid`.
        `ownership` asks for the expected owner of each cell. After the end of the game the report has no moves.

        A search that only `nodes` or `depth` limits may take as long as it needs: `timeout` does not apply, and `interrupt` ends it
        with what it has found.
        """
        if nodes is None and seconds is None and depth is None:
            seconds = 1.0
        words = ["once", *_limits(nodes, seconds, depth), *_options(moves, allow, avoid, ownership)]
        command = _analysis(color, words)
        thinking = math.inf if seconds is None else seconds
        with self._turn(thinking + self.timeout) as deadline:
            text = self._process.ask(command, deadline)
        return read(Report, command, text) if text else NOTHING

    def stream(
        self,
        color: Color | None = None,
        interval: float = 0.2,
        moves: int = 5,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        allow: Sequence[str] = (),
        avoid: Sequence[str] = (),
        ownership: bool = False,
    ) -> Stream:
        """Begins an analysis: iterate over the result for a report each `interval` seconds.

        Leaving the `with` block, or the next command, ends it. With limits it also ends by itself, and its last report is `final`.
        The other arguments are those of `analyze`. If nobody reads the reports, the newest 1,000 are kept.
        """
        limits = _limits(nodes, seconds, depth)
        words = [str(count(interval, 100)), *limits, *_options(moves, allow, avoid, ownership)]
        # The last report of a limited search comes when the search has ended, which may take longer than an interval.
        thinking = max(interval, math.inf if limits and seconds is None else seconds or 0.0)
        with self._turn(thinking + self.timeout) as deadline:
            request = self._process.stream(_analysis(color, words), deadline, stop="# cancel" if limits else "")
            return Stream(self, self._process, request, thinking + self.timeout)

    def interrupt(self) -> None:
        """Ends a search that another thread is waiting for: `genmove` plays the best move found so far, `analyze`
        returns its last report, and `solve` answers "unknown"."""
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
        return self.ask(f"solve {count(seconds, 1000) / 1000:.3f}", seconds + self.timeout)

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
        # Restored before the next command, because the move may fail or be late.
        rows = [line.split() for line in self._process.ask("param", deadline).splitlines()]
        settings = {row[1]: row[2] for row in rows if len(row) == 3}
        limits = {name: settings[name] for name in ("move_time_ms", "nodes") if name in settings}
        self._to_restore = [f"param {name} {value}" for name, value in limits.items()]
        self._process.ask(f"param move_time_ms {milliseconds}", deadline)
        if limits.get("nodes", "0") != "0":
            self._process.ask("param nodes 0", deadline)
