"""The analysis engine: many positions at once, with asyncio."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import compress
from types import TracebackType
from typing import Any, Literal

from .engine import count, move_list
from .errors import EngineDied, InvalidArgument, PapamuError, QueryFailed
from .process import LONGEST_QUOTE, LONGEST_REPLY, OWN_SESSION, kill, split
from .types import Answer, convert

LONGEST_QUERY = 1 << 24
"""The longest line that the engine reads, in bytes."""
PATIENCE = 2.0
"""The time in seconds that an engine has to end by itself."""
LARGEST = (1 << 63) - 1
"""The largest number in a query."""


class Inbox:
    """The answers to a query that have arrived and were not read."""

    def __init__(self, expected: int | None) -> None:
        self.expected = expected
        """The number of final answers; `None` until the first answer has told it."""
        self.error: PapamuError | None = None
        self._found = 0
        self._has_reports = False
        self._unread: deque[dict[str, Any]] = deque()
        self._changed = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """Whether nothing more will arrive."""
        return self.error is not None or self._found == self.expected

    def put(self, line: dict[str, Any]) -> None:
        """Takes an answer."""
        if "error" in line:
            return self.fail(QueryFailed(line["error"], line["field"]))
        if self.expected is None:
            self.expected = line["positions"]
        if self._has_reports:
            # An unread report is replaced by the next one of its position, so unread ones do not fill the memory.
            is_new = [old.get("final", True) or old.get("turn") != line.get("turn") for old in self._unread]
            self._unread = deque(compress(self._unread, is_new))
        if line.get("final", True):
            self._found += 1
        else:
            self._has_reports = True
        self._unread.append(line)
        self._changed.set()

    def close(self) -> None:
        """Ends the query, and forgets the answers that were not read."""
        self._unread.clear()
        self.expected = self._found
        self._changed.set()

    def fail(self, error: PapamuError) -> None:
        """Ends the query with an error."""
        self.error = self.error or error
        self._changed.set()

    async def next(self) -> dict[str, Any] | None:
        """Waits for the next answer; `None` after the last one."""
        while not self._unread:
            if self.error:
                raise self.error
            if self.is_over:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._unread.popleft()


class Answers:
    """The answers to a query: iterate with `async for`.

    The query is sent when you ask for the first answer. It is terminated when you drop this iterator, and when the task that waits
    for an answer is cancelled.
    """

    def __init__(self, analysis: Analysis, query: dict[str, Any]) -> None:
        turns = query.get("turns")
        self._analysis = analysis
        self._query = query
        self._inbox = Inbox(len(turns) if isinstance(turns, list) else 1 if turns is None else None)
        self._number: int | None = None

    def __aiter__(self) -> Answers:
        return self

    async def __anext__(self) -> Answer:
        try:
            if self._number is None:
                self._number = self._analysis._register(self._inbox)
                await self._send(self._number)
            line = await self._inbox.next()
            if line is None:
                self._analysis._pending.pop(self._number, None)
                raise StopAsyncIteration
            return convert(Answer, "query", line)
        except StopAsyncIteration:
            raise
        except BaseException:
            await self.aclose()
            raise

    def __del__(self) -> None:
        number = getattr(self, "_number", None)
        if number is not None and not self._inbox.is_over:
            # The garbage collector may run this in any thread, and when the loop is closed.
            with suppress(RuntimeError):
                self._analysis._loop.call_soon_threadsafe(self._analysis._drop, number)

    async def terminate(self) -> int:
        """Ends the query early, and returns the number of positions without an answer. They are answered at once, with what was
        found."""
        if self._number is None or self._inbox.is_over:
            return 0
        answer = await self._analysis._act("terminate", terminate_id=str(self._number))
        return int(answer["terminated"])

    async def aclose(self) -> None:
        """Ends the query without further answers."""
        self._inbox.close()
        if self._number is not None:
            self._analysis._drop(self._number)

    async def _send(self, number: int) -> None:
        await self._analysis._write(_encoded({"id": str(number), **self._query}))


class Analysis:
    """The analysis engine, `papamu analyze`: it answers queries about many positions at once, for programs that use asyncio.

    >>> async def main():
    ...     async with Analysis(threads=2) as analysis:
    ...         first, second = await asyncio.gather(
    ...             analysis.query("kanga", ["D4"], nodes=1000), analysis.query("kanga", ["E5"], nodes=1000)
    ...         )

    `threads` positions are analysed at the same time, each with `search_threads` threads and `hash_mb` MiB of memory. `command` is
    a command line, as one string or as words; the default is papamu.

    If the engine ends, or prints something that is not an answer, all queries raise `EngineDied`. There is no timeout: put
    `asyncio.wait_for` around a query, which terminates it.
    """

    def __init__(
        self,
        threads: int = 1,
        *,
        search_threads: int = 1,
        hash_mb: int = 64,
        command: str | Sequence[str] | None = None,
    ) -> None:
        options = ["--threads", threads, "--search-threads", search_threads, "--hash", hash_mb]
        self._words = [*split(command), "analyze", *map(str, options)]
        self._process: Process | None = None
        self._loop: asyncio.AbstractEventLoop
        self._reader: asyncio.Task[None]
        self._writing = asyncio.Lock()
        self._pending: dict[int, Inbox] = {}
        self._next = 0
        self._why_ended = ""

    async def __aenter__(self) -> Analysis:
        if self._process or self._why_ended:
            raise PapamuError("an analysis is started once; make another one")
        self._loop = asyncio.get_running_loop()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._words, stdin=PIPE, stdout=PIPE, limit=LONGEST_REPLY, **OWN_SESSION
            )
        except (OSError, ValueError) as error:
            self._why_ended = f"cannot start {self._words[0]}: {error}"
            raise EngineDied(self._why_ended) from error
        self._reader = asyncio.create_task(self._read(self._process))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # Queries.

    async def query(
        self,
        game: str,
        moves: Sequence[str] = (),
        *,
        turn: int | None = None,
        position: str | None = None,
        komi: float | None = None,
        style: Literal["whole", "steps"] = "whole",
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        maxmoves: int = 10,
        allow: Sequence[str] = (),
        avoid: Sequence[str] = (),
        ownership: bool = False,
        solve_seconds: float | None = None,
    ) -> Answer:
        """Analyses one position: the one after all `moves`, or after the first `turn` turns.

        `game` is a game with its options, such as "kanga,width=9,height=9". It begins with `position`, if that is given. Without
        `nodes`, `seconds` and `depth` the limit is one second. `maxmoves` is the most moves to report. Only the moves in `allow`
        are considered, and none of those in `avoid`. `ownership` asks for the expected owner of each cell, `solve_seconds` for the
        result with perfect play. With a limit by `nodes`, the answer does not depend on other queries.

        If this task is cancelled, the query is terminated.
        """
        answers = self.answers(
            game,
            moves,
            turns=None if turn is None else [turn],
            position=position,
            komi=komi,
            style=style,
            nodes=nodes,
            seconds=seconds,
            depth=depth,
            maxmoves=maxmoves,
            allow=allow,
            avoid=avoid,
            ownership=ownership,
            solve_seconds=solve_seconds,
        )
        return await answers.__anext__()

    def answers(
        self,
        game: str,
        moves: Sequence[str] = (),
        *,
        turns: Iterable[int] | Literal["all"] | None = "all",
        interval: float | None = None,
        position: str | None = None,
        komi: float | None = None,
        style: Literal["whole", "steps"] = "whole",
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        maxmoves: int = 10,
        allow: Sequence[str] = (),
        avoid: Sequence[str] = (),
        ownership: bool = False,
        solve_seconds: float | None = None,
    ) -> Answers:
        """Analyses several positions of a game: iterate with `async for` over the answers, in the order in which they are found.

        `turns` are the numbers of turns before each position, or "all"; `None` is the last position. With `interval`, in seconds,
        there are also reports during the search, which are not `final`; a report that you have not read is replaced by the next
        one of its position. The other arguments are those of `query`, and the limits are for each position.
        """
        fields = {
            "game": game,
            "moves": move_list("moves", moves),
            "turns": turns if turns is None or isinstance(turns, str) else list(turns),
            "position": position,
            "komi": komi,
            "style": style,
            "nodes": nodes,
            "time_ms": None if seconds is None else count(seconds, 1000),
            "depth": depth,
            "maxmoves": maxmoves,
            "allow": move_list("allow", allow),
            "avoid": move_list("avoid", avoid),
            "ownership": ownership,
            "solve_ms": None if solve_seconds is None else count(solve_seconds, 1000),
            "report_ms": None if interval is None else count(interval, 1000),
        }
        query = {name: value for name, value in fields.items() if value is not None}
        _encoded(query)  # raises an error for values that cannot be sent
        return Answers(self, query)

    async def terminate_all(self) -> None:
        """Ends all queries early: positions without an answer are answered at once, with what was found."""
        await self._act("terminate_all")

    async def version(self) -> str:
        """The version of the engine."""
        return str((await self._act("query_version"))["version"])

    async def close(self) -> None:
        """Ends the engine, within seconds. Queries without an answer raise `EngineDied`."""
        process = self._process
        if process is None:
            return
        why = "the analysis was closed"
        try:
            if not self._reader.done() and not self._pending:
                self._why_ended = self._why_ended or why
                self._close_input(process)
                await asyncio.wait({self._reader}, timeout=PATIENCE)
        finally:
            self._end(process, why)
            self._reader.cancel()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE)

    # Lines.

    def _register(self, inbox: Inbox) -> int:
        """Numbers a query or an action whose answers this inbox takes."""
        if self._process is None:
            raise PapamuError(self._why_ended or "the analysis has not been started: use `async with`")
        if self._why_ended:
            raise EngineDied(self._why_ended)
        self._next += 1
        self._pending[self._next] = inbox
        return self._next

    async def _write(self, lines: bytes) -> None:
        """Sends lines. Waits while the engine reads no more because too many positions wait."""
        assert self._process and self._process.stdin
        async with self._writing:
            if self._why_ended:
                raise EngineDied(self._why_ended)
            try:
                self._process.stdin.write(lines)
                await self._process.stdin.drain()
            except ConnectionError:
                # It has ended, probably. Its output then ends too, and `_read` says more.
                await asyncio.wait({self._reader}, timeout=2 * PATIENCE)
                self._end(self._process, "the engine was ended: it has closed its input")

    async def _act(self, action: str, **fields: str) -> dict[str, Any]:
        """Sends an action, and returns its answer."""
        inbox = Inbox(1)
        number = self._register(inbox)
        try:
            await self._write(_encoded({"id": str(number), "action": action, **fields}))
            return await inbox.next() or {}
        finally:
            self._pending.pop(number, None)

    def _drop(self, number: int) -> None:
        """Terminates a query whose answers nobody reads any more."""
        self._pending.pop(number, None)
        if self._process and self._process.stdin and not self._why_ended:
            self._next += 1
            action = {"id": str(self._next), "action": "terminate", "terminate_id": str(number)}
            self._process.stdin.write(_encoded(action))

    async def _read(self, process: Process) -> None:
        """Passes the engine's answers on until it ends."""
        why = "the engine was ended"
        try:
            assert process.stdout
            # A last line without a line feed is not an answer.
            while (line := await process.stdout.readline()).endswith(b"\n"):
                try:
                    self._take(json.loads(line))
                except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                    text = line.decode("utf-8", "replace").rstrip()[:LONGEST_QUOTE]
                    why = f"the engine was ended: it printed {text!r}, which is not an answer"
                    return
            why = await self._status(process)
        except ValueError:
            why = f"the engine was ended: it printed a line longer than {LONGEST_REPLY >> 20} MiB"
        finally:
            self._end(process, why)

    def _take(self, line: Any) -> None:
        number = int(line["id"])
        if not 0 < number <= self._next:
            raise LookupError(number)
        # Queries that were dropped may still be answered.
        if (inbox := self._pending.get(number)) is not None:
            inbox.put(line)
            if inbox.is_over:
                self._pending.pop(number, None)

    async def _status(self, process: Process) -> str:
        try:
            return f"the engine has ended with status {await asyncio.wait_for(process.wait(), PATIENCE)}"
        except asyncio.TimeoutError:
            return "the engine was ended: it has closed its output"

    def _end(self, process: Process, why: str) -> None:
        """Kills the engine, and ends all queries with an error."""
        self._why_ended = self._why_ended or why
        if process.returncode is None:
            kill(process.pid, process.kill)
        self._close_input(process)
        pending, self._pending = self._pending, {}
        for inbox in pending.values():
            inbox.fail(EngineDied(self._why_ended))

    @staticmethod
    def _close_input(process: Process) -> None:
        if process.stdin:
            process.stdin.close()


def _encoded(line: dict[str, Any]) -> bytes:
    """Encodes a query or an action. Rejects what the engine cannot read, because its error would not say which query it is."""
    for name, value in line.items():
        if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
            raise InvalidArgument(f"{name}: {str(value)[:LONGEST_QUOTE]} is not a number from {-LARGEST} to {LARGEST}")
    try:
        encoded = json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except (ValueError, TypeError) as error:
        raise InvalidArgument(f"the query cannot be sent: {error}") from error
    if len(encoded) > LONGEST_QUERY:
        raise InvalidArgument(f"the query has {len(encoded)} bytes; at most {LONGEST_QUERY} are read")
    return encoded
