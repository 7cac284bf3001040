"""A running analysis."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from .process import Deadline, EngineProcess, Request
from .types import Report, read

if TYPE_CHECKING:
    from .engine import Engine


class Stream:
    """A running analysis: iterate over it to receive the reports as they arrive.

    The next command ends it, and so does leaving its `with` block, or dropping it. With limits it also ends by itself; the last
    report is then `final`.
    """

    def __init__(self, engine: Engine, process: EngineProcess, request: Request, timeout: float) -> None:
        self._engine = engine  # A stream keeps its engine running.
        self._process = process
        self._request = request
        self._timeout = timeout

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.stop()
        else:
            # The exception in the block matters more than the end of the analysis, which the next command waits for.
            self._process.stop(self._request)

    def __del__(self) -> None:
        if hasattr(self, "_timeout"):  # else Ctrl-C has interrupted `__init__`
            self._process.stop(self._request)

    def __iter__(self) -> Iterator[Report]:
        return self

    def __next__(self) -> Report:
        line = None if self._request.is_stopped else self._process.line(self._request, Deadline(self._timeout))
        if line is None:
            raise StopIteration
        return read(Report, self._request.command, line)

    def stop(self) -> None:
        """Ends the analysis, and waits until the engine has ended it."""
        self._process.finish(self._request, Deadline(self._engine.timeout))
