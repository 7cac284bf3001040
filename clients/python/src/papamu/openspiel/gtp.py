"""papamu for OpenSpiel's own `GTPBot`: moves have OpenSpiel's names in `play` and in the replies to `genmove`."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from .names import to_openspiel, to_papamu

CONTROL = bytes(set(range(32)) - {ord("\t")}) + b"\x7f"
"""The characters that the protocol ignores."""
FIRST = "first move"
"""The name of a `genmove` that was sent as `play COLOR A1`."""


class Translator:
    """Translates commands, and the replies to them, which arrive in the same order. Only moves change: messages of errors have
    the names of the protocol.

    `start` is papamu's reply to `position` at the start of the game. On boards with two odd sides and a white centre, OpenSpiel
    allows fewer first moves than papamu: only the corners, which are equivalent by symmetry. There papamu begins with A1.
    """

    def __init__(self, start: str) -> None:
        self._commands: deque[str] = deque()
        """The names of the unanswered commands."""
        self._in_reply = False
        cells = start.removeprefix("= ").partition(" ")[0].replace("/", "")
        self._begins_in_corner = re.fullmatch("(?:xo)+x", cells) is not None and cells[len(cells) // 2] == "o"
        self._is_start = True

    def command(self, line: bytes) -> bytes:
        """A line for papamu."""
        text = line.translate(None, CONTROL).partition(b"#")[0].decode("utf-8", "replace")
        # Only the space and the tab separate words.
        words = [word for word in re.split(r"[ \t]", text) if word]
        if not words:
            return line  # such as `# interrupt`, which gets no reply
        number = [words.pop(0)] if re.fullmatch("[0-9]+", words[0]) else []
        name = words[0] if words else ""
        if re.fullmatch("set_game|.*boardsize|loadsgf.*|set_position", name):
            self._begins_in_corner = False  # the board may be another one
        if name == "genmove" and len(words) == 2 and self._begins_in_corner and self._is_start:
            name, words = FIRST, ["play", words[1], "A1"]
        self._is_start = name == "clear_board" or (self._is_start and name not in ("play", FIRST))
        self._commands.append(name)
        if len(words) != 3 or words[0] != "play":
            return line
        return " ".join([*number, *words[:2], to_papamu(words[2])]).encode() + b"\n"

    def reply(self, line: bytes) -> bytes:
        """A line of a reply of papamu."""
        if not line.strip():
            self._in_reply = False
            return line
        if self._in_reply:
            return line
        self._in_reply = True
        command = self._commands.popleft() if self._commands else ""
        if command == FIRST and line.startswith(b"="):
            return line.rstrip() + b" a1\n"
        found = re.fullmatch(rb"(=[0-9]* )([!-~]+)\n", line)
        if found is None or command not in ("genmove", "reg_genmove"):
            return line
        return found[1] + to_openspiel(found[2].decode()).encode() + b"\n"


def translate(words: Sequence[str]) -> int:
    """Runs this command line, such as papamu's, between standard input and standard output. Returns its exit status."""
    try:
        engine = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    except OSError as error:
        print(f"papamu.openspiel: cannot start {words[0]}: {error}", file=sys.stderr)
        return 1
    assert engine.stdin and engine.stdout
    commands, output = engine.stdin, engine.stdout

    def send(translator: Translator) -> None:
        # A broken pipe means that the engine has ended.
        with suppress(OSError), commands:
            for line in sys.stdin.buffer:
                translated = translator.command(line)
                while translated:
                    translated = translated[commands.write(translated) :]

    try:
        with open(output.fileno(), "rb", closefd=False) as lines:
            with suppress(OSError):
                commands.write(b"position\n")
            translator = Translator(lines.readline().decode("utf-8", "replace"))
            lines.readline()  # the blank line
            # The thread may wait for a line that never comes, so it does not keep the program alive.
            threading.Thread(target=send, args=[translator], daemon=True).start()
            for line in lines:
                sys.stdout.buffer.write(translator.reply(line))
                sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Nobody reads the replies: the engine ends, too.
        engine.kill()
        engine.wait()
        return 0
    except KeyboardInterrupt:
        engine.kill()
        engine.wait()
        return 130
    return engine.wait()
