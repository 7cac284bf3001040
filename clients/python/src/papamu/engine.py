"""A running engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import TypeVar

from .errors import CommandFailed, EngineDied, EngineTimeout
from .types import Choice, Color, Report, State, Turn, decode

T = TypeVar("T")


def _program() -> str:
    """The engine that was installed with this module, or else the one on the path."""
    name = "papamu.exe" if os.name == "nt" else "papamu"
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.is_file() else shutil.which(name) or name


class Engine:
    """An engine with a game.

    `command` are the words of a command line, by default those of papamu; any program that speaks the protocol will do. Further
    keywords are the game's options. `timeout` is how long, in seconds, the engine may take for an answer beyond the time that it
    was given to think; an engine that takes longer is ended, and `EngineTimeout` is raised.
    """

    def __init__(
        self,
        game: str = "konane",
        *,
        command: Sequence[str] | None = None,
        timeout: float = 10.0,
        **options: int | str,
    ) -> None:
        self.timeout = timeout
        self._lines: Queue[str | None] = Queue()
        words = list(command) if command else [_program()]
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise EngineDied(f"cannot start {words[0]}: {error}") from error
        threading.Thread(target=self._read, daemon=True).start()
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

    def play(self, color: Color, move: str) -> None:
        """Plays a move; "resign" and "timeout" forfeit the game."""
        self.ask(f"play {color} {move}")

    def genmove(self, color: Color, seconds: float | None = None) -> Choice:
        """Lets the engine choose and play a move, within its settings or in at most this time."""
        if seconds is not None:
            self.set("move_time_ms", max(1, round(1000 * seconds)))
        return self._decoded(Choice, f"genmove {color} json", (seconds or 60.0) + self.timeout)

    def analyze(self, color: Color | None = None, interval: float = 0.2, moves: int = 5) -> Analysis:
        """Begins an analysis: iterate over the result for a report each `interval` seconds. Leaving the `with` block, or the next
        command, ends it."""
        words = ["analyze", *([color] if color else []), str(max(1, round(100 * interval))), "maxmoves", str(moves), "json"]
        return Analysis(self, " ".join(words), interval + self.timeout)

    def undo(self) -> None:
        """Takes the last turn back."""
        self.ask("undo_turn")

    def redo(self) -> None:
        """Plays the turn that was taken back last again."""
        self.ask("redo_turn")

    def state(self) -> State:
        """Everything that a board needs."""
        return self._decoded(State, "state")

    def history(self) -> list[Turn]:
        """The turns played so far."""
        return [decode(Turn, turn) for turn in json.loads(self.ask("history"))["turns"]]

    def position(self) -> str:
        """The position as a string."""
        return self.ask("position")

    def set_position(self, position: str) -> None:
        """Sets a position up; the game begins with it."""
        self.ask(f"set_position {position}")

    def legal_moves(self) -> list[str]:
        """The moves of the player to move."""
        return self.ask("legal_moves").split()

    def solve(self, seconds: float) -> str:
        """Who wins with perfect play: "win MOVE", "loss", "draw MOVE" or "unknown"."""
        return self.ask(f"solve {seconds:g}", seconds + self.timeout)

    def sgf(self) -> str:
        """The game as SGF."""
        return self.ask("printsgf")

    def ask(self, command: str, timeout: float | None = None) -> str:
        """Sends any command and returns the text of its reply."""
        self._send(command)
        return self._reply(command, self.timeout if timeout is None else timeout)

    def close(self) -> None:
        """Ends the engine."""
        process = self._process
        if process.poll() is None:
            try:
                self._send("quit")
                process.wait(1.0)
            except (EngineDied, subprocess.TimeoutExpired):
                process.kill()
                process.wait()
        for stream in (process.stdin, process.stdout):
            if stream:
                try:
                    stream.close()
                except OSError:
                    pass  # what was not written cannot be written any more

    # Lines.

    def _read(self) -> None:
        assert self._process.stdout
        try:
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\r\n"))
        except ValueError:
            pass  # closed meanwhile
        self._lines.put(None)

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError("a command is one line")
        try:
            assert self._process.stdin
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineDied(f"the engine has ended{self._status()}") from error

    def _line(self, command: str, timeout: float) -> str:
        try:
            line = self._lines.get(timeout=timeout)
        except Empty:
            self._process.kill()
            self._process.wait()
            raise EngineTimeout(f"no answer to {command} within {timeout:g} s") from None
        if line is None:
            self._lines.put(None)
            raise EngineDied(f"the engine has ended{self._status()} instead of answering {command}")
        return line

    def _status(self) -> str:
        try:
            return f" with status {self._process.wait(0.5)}"
        except subprocess.TimeoutExpired:
            return ""

    def _reply(self, command: str, timeout: float) -> str:
        lines: list[str] = []
        while line := self._line(command, timeout):
            lines.append(line)
        return self._text(command, lines)

    @staticmethod
    def _text(command: str, lines: list[str]) -> str:
        text = "\n".join(lines)
        if text.startswith("?"):
            raise CommandFailed(command, text[1:].strip())
        return text.removeprefix("=").strip()

    def _decoded(self, kind: type[T], command: str, timeout: float | None = None) -> T:
        value: T = decode(kind, json.loads(self.ask(command, timeout)))
        return value


class Analysis:
    """An analysis under way: reports as they come."""

    def __init__(self, engine: Engine, command: str, timeout: float) -> None:
        self._engine, self._command, self._timeout = engine, command, timeout
        self._is_over = False
        engine._send(command)
        first = engine._line(command, timeout)
        if first.startswith("?"):
            engine._line(command, timeout)
            self._is_over = True
            engine._text(command, [first])

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def __iter__(self) -> Iterator[Report]:
        return self

    def __next__(self) -> Report:
        line = "" if self._is_over else self._engine._line(self._command, self._timeout)
        if not line:
            self._is_over = True
            raise StopIteration
        report: Report = decode(Report, json.loads(line))
        return report

    def stop(self) -> None:
        """Ends the analysis; the engine is then ready for the next command."""
        if not self._is_over:
            self._engine._send("")
            for _ in self:
                pass

