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


class Translator:
    """Translates commands, and the replies to them, which arrive in the same order. Only moves change: messages of errors have
    the names of the protocol."""

    def __init__(self) -> None:
        self._commands: deque[str] = deque()
        """The names of the unanswered commands."""
        self._in_reply = False

    def command(self, line: bytes) -> bytes:
        """A line for papamu."""
        text = line.translate(None, CONTROL).partition(b"#")[0].decode("utf-8", "replace")
        # Only the space and the tab separate words.
        words = [word for word in re.split(r"[ \t]", text) if word]
        if not words:
            return line  # such as `# interrupt`, which gets no reply
        number = [words.pop(0)] if re.fullmatch("[0-9]+", words[0]) else []
        self._commands.append(words[0] if words else "")
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
    commands, output, translator = engine.stdin, engine.stdout, Translator()

    def send() -> None:
        # A broken pipe means that the engine has ended.
        with suppress(OSError), commands:
            for line in sys.stdin.buffer:
                translated = translator.command(line)
                while translated:
                    translated = translated[commands.write(translated) :]

    # The thread may wait for a line that never comes, so it does not keep the program alive.
    threading.Thread(target=send, daemon=True).start()
    try:
        with open(output.fileno(), "rb", closefd=False) as lines:
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
