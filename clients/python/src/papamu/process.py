"""The engine's process, and the matching of its output to commands."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from .errors import CommandFailed, EngineDied, EngineTimeout, InvalidArgument, PapamuError

T = TypeVar("T")

LONGEST_REPLY = 1 << 26
"""The approximate limit of a reply in memory, in bytes. An engine that prints more is killed."""
BYTES_PER_LINE = 64
"""The approximate overhead of a line in memory, beside its characters."""
MOST_UNREAD_REPORTS = 1000
"""The most unread reports of an analysis; the oldest are dropped."""
LONGEST_QUOTE = 200
"""The most characters of a command or of the engine's output that a message quotes."""
LONGEST_WAIT = 0.2
"""The longest single wait in seconds: Windows delivers Ctrl-C only between two waits."""
OWN_SESSION: dict[str, Any] = {
    "start_new_session": True,
    "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
}
"""A separate session: Ctrl-C in a terminal reaches this program, but must not end the engine."""


def program() -> str:
    """The engine installed with this module, or else the one on the path, or else one that pip has installed off the path."""
    name = "papamu.exe" if os.name == "nt" else "papamu"
    beside = Path(sys.executable).with_name(name)
    if beside.is_file():
        return str(beside)
    user = sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join([sysconfig.get_path("scripts"), user])) or name


def split(command: str | Sequence[str] | None) -> list[str]:
    """The words of a command line; by default, papamu."""
    if not command:
        return [program()]
    if not isinstance(command, str):
        return list(command)
    try:
        # On Windows, backslashes are not escapes.
        return shlex.split(command) if os.name != "nt" else [word.strip('"') for word in shlex.split(command, posix=False)]
    except ValueError as error:
        raise EngineDied(f"cannot start {command}: {error}") from error


def kill(pid: int, kill_alone: Callable[[], None]) -> None:
    """Kills an engine that leads a process group, and the processes that it has started."""
    if sys.platform == "win32":
        kill_alone()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


class Deadline:
    """The time limit for a reply. Time during which this program was suspended, as by Ctrl-Z, does not count."""

    def __init__(self, seconds: float) -> None:
        if not seconds >= 0:
            raise InvalidArgument(f"{seconds} is not a timeout: give seconds, or math.inf for no limit")
        self.seconds = seconds
        self._left = seconds
        self._seen = time.monotonic()

    def left(self) -> float:
        """The seconds left. A waiting caller must call this at least once every `LONGEST_WAIT`."""
        now = time.monotonic()
        self._left -= min(now - self._seen, 5 * LONGEST_WAIT)
        self._seen = now
        return self._left


class Request:
    """A command, and the part of its reply that has arrived.

    The thread that reads the engine's output fills it. So a caller that stops waiting leaves nothing behind that a later
    command could take for its own reply.
    """

    def __init__(self, command: str, is_stream: bool, stop: str = "# cancel") -> None:
        self.command = command if len(command) <= LONGEST_QUOTE else command[:LONGEST_QUOTE] + "…"
        """The command as messages quote it."""
        self.encoded = _encoded(command)
        self.is_stream = is_stream
        """Whether the reply is a stream of reports, which are read one by one."""
        self.stop = stop
        """The line that ends the reply."""
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        """The unread lines; `None` marks the end."""
        self.size = 0
        self.is_stopped = False
        self.is_answered = False
        self.is_over = False
        """Whether the reply is complete, or will never be."""
        self._over: SimpleQueue[None] = SimpleQueue()

    def end(self) -> None:
        """Marks the reply as over."""
        self.is_over = True
        self._over.put(None)
        self.lines.put(None)

    def wait(self, seconds: float) -> None:
        """Waits until the reply is over; `Empty` if it is not. An Event would break when Ctrl-C interrupts it."""
        if not self.is_over:
            self._over.get(timeout=seconds)
            self._over.put(None)


class EngineProcess:
    """An engine, and the two threads that write its input and read its output, so that no caller blocks on a pipe."""

    def __init__(self, words: str | Sequence[str]) -> None:
        self._owner = os.getpid()
        self._outgoing: SimpleQueue[Request | bytes | None] = SimpleQueue()
        self._unanswered: deque[Request] = deque()
        """The unanswered requests, in order. Only the two threads touch it, and no exception interrupts them."""
        self._last: Request | None = None
        self._has_ended = False
        self._why_ended = ""
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                **OWN_SESSION,
            )
        except (OSError, ValueError) as error:
            raise EngineDied(f"cannot start {words if isinstance(words, str) else words[0]}: {error}") from error
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:
            with self._process:  # which closes the pipes and waits
                self._kill()
            raise EngineDied(f"cannot start a thread: {error}") from error

    # Requests.

    def check_process(self) -> None:
        """Raises an error in a forked child: the parent still reads the engine's output, so the child must not send anything."""
        if os.getpid() != self._owner:
            raise PapamuError(f"the engine belongs to process {self._owner}; start another Engine in this one")

    def ask(self, command: str, deadline: Deadline) -> str:
        """Sends a command and returns the text of its reply."""
        request = self._send(Request(command, is_stream=False), deadline)
        return self._unless_left(request, lambda: self._text(request, deadline))

    def stream(self, command: str, deadline: Deadline, stop: str) -> Request:
        """Sends a command that answers line by line, until it has ended or the line `stop` is sent."""
        request = self._send(Request(command, is_stream=True, stop=stop), deadline)

        def begin() -> Request:
            first = self.line(request, deadline)
            if first is not None and first.startswith("?"):
                self._text(request, deadline, first)
            return request

        return self._unless_left(request, begin)

    def line(self, request: Request, deadline: Deadline) -> str | None:
        """The next line of a reply, `None` at its end."""
        self.check_process()

        def take(seconds: float) -> str | None:
            return request.lines.get(timeout=seconds)

        line = self._wait(request, deadline, take)
        if line is None:
            request.lines.put(None)
            if not request.is_answered:
                raise self._died(request.command)
        return line

    def stop(self, request: Request) -> None:
        """Asks the engine to end its reply, without waiting. Safe in a finalizer, because it takes no lock."""
        if not (request.is_stopped or request.is_over):
            self.post(request.stop)
            request.is_stopped = True

    def finish(self, request: Request, deadline: Deadline) -> None:
        """Ends the reply of a request, and waits until it has ended."""
        self.check_process()
        self.stop(request)

        self._wait(request, deadline, request.wait)

    def post(self, line: str) -> None:
        """Sends a line that gets no reply."""
        if os.getpid() == self._owner:
            self._outgoing.put(line.encode() + b"\n")

    def _send(self, request: Request, deadline: Deadline) -> Request:
        self.check_process()
        if self._last:
            self.finish(self._last, deadline)
        if self._has_ended or self._why_ended:
            raise self._died(request.command)
        self._outgoing.put(request)
        self._last = request
        return request

    def _unless_left(self, request: Request, work: Callable[[], T]) -> T:
        """Does this work for a request, and stops the request if an exception such as KeyboardInterrupt ends the work."""
        try:
            return work()
        except PapamuError:
            raise
        except BaseException:
            self.stop(request)
            raise

    def _text(self, request: Request, deadline: Deadline, *begun: str) -> str:
        lines = list(begun)
        while (line := self.line(request, deadline)) is not None:
            lines.append(line)
        text = "\n".join(lines)
        if text.startswith("?"):
            raise CommandFailed(request.command, text[1:].strip())
        return text[1:].strip()

    def _wait(self, request: Request, deadline: Deadline, take: Callable[[float], T]) -> T:
        while (left := deadline.left()) > 0:
            try:
                return take(min(left, LONGEST_WAIT))
            except Empty:
                if self._has_ended:
                    request.end()
        why = f"no answer to {request.command} within {deadline.seconds:g} s"
        self._why_ended = self._why_ended or f"the engine was ended: {why}"
        self.end(0.0)
        raise EngineTimeout(why)

    # The process.

    def end(self, patience: float) -> None:
        """Ends the engine, which has this many seconds to end by itself before it is killed."""
        if os.getpid() != self._owner:
            return
        self._why_ended = self._why_ended or "the engine was closed"
        if patience > 0:
            self.post("# cancel")
            self.post("quit")
        self._outgoing.put(None)
        try:
            if patience > 0:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(patience)
        finally:
            self._kill()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        for thread in self._threads:
            # Do not wait for long: a process that the engine left behind may hold the pipes open. The garbage collector may run
            # this in one of the two threads.
            if thread is not threading.current_thread():
                thread.join(LONGEST_WAIT)

    def _kill(self) -> None:
        """Kills the engine and the processes that it has started."""
        if self._process.poll() is None:
            kill(self._process.pid, self._process.kill)

    def _died(self, command: str) -> EngineDied:
        if self._why_ended:
            return EngineDied(self._why_ended)
        try:
            status = f" with status {self._process.wait(LONGEST_WAIT)}"
        except subprocess.TimeoutExpired:
            status = ""
        return EngineDied(f"the engine has ended{status} instead of answering {command}")

    # The threads.

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream
        # A broken pipe means that the engine has ended, which `_read` reports.
        with suppress(OSError), stream:
            while (item := self._outgoing.get()) is not None:
                if isinstance(item, Request):
                    self._unanswered.append(item)
                line = item.encoded if isinstance(item, Request) else item
                while line:
                    line = line[stream.write(line) :]

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream
        with stream, open(stream.fileno(), "rb", closefd=False) as lines:
            # A last line without a line feed is not a reply.
            while (line := lines.readline(LONGEST_REPLY)).endswith(b"\n") or len(line) == LONGEST_REPLY:
                fault = self._take(line)
                if fault and not self._why_ended:
                    self._why_ended = fault
                    self._kill()
                    break
        self._has_ended = True
        self._outgoing.put(None)
        while self._unanswered:
            self._unanswered.popleft().end()

    def _take(self, line: bytes) -> str:
        """Passes a line to the request that it belongs to. Returns an error message, or an empty string."""
        request = self._unanswered[0] if self._unanswered else None
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if request is None or request.size == 0:
            if not text:
                return ""
            if text[0] not in "=?":
                return f"the engine was ended: it printed {text[:LONGEST_QUOTE]!r}, which is not a reply"
            if request is None:
                return f"the engine was ended: it printed {text[:LONGEST_QUOTE]!r} without being asked"
        elif not text:
            self._unanswered.popleft()
            request.is_answered = True
            request.end()
            return ""
        request.size = BYTES_PER_LINE + len(line) + (0 if request.is_stream else request.size)
        if request.size > LONGEST_REPLY:
            return f"the engine was ended: its reply to {request.command} is longer than {LONGEST_REPLY >> 20} MiB"
        request.lines.put(text)
        if request.is_stream and request.lines.qsize() > MOST_UNREAD_REPORTS:
            with suppress(Empty):
                request.lines.get_nowait()
        return ""


def _encoded(command: str) -> bytes:
    """Encodes a command as a line. Rejects lines that get no reply, because the caller would wait forever."""
    if "\n" in command or "\r" in command:
        raise InvalidArgument(f"{command[:LONGEST_QUOTE]!r} is not a command: a command is one line")
    if not any(character.isprintable() and character != " " for character in command.partition("#")[0]):
        raise InvalidArgument(f"{command[:LONGEST_QUOTE]!r} is not a command: it has no words")
    try:
        return command.encode() + b"\n"
    except UnicodeEncodeError as error:
        raise InvalidArgument(f"{command[:LONGEST_QUOTE]!r} is not a command: {error.reason}") from error
