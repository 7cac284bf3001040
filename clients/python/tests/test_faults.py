"""Engines, callers and processes that misbehave. The engines are short programs in Python."""

from __future__ import annotations

import asyncio
import gc
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from papamu import BadReply, CommandFailed, Engine, EngineDied, EngineTimeout, InvalidArgument, PapamuError
from papamu.process import Deadline

PROGRAM = [os.environ["PAPAMU"]] if "PAPAMU" in os.environ else None
POSIX = pytest.mark.skipif(os.name == "nt", reason="a feature of POSIX")
LINUX = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc")

ECHO = """
import sys, time
def answer(text): print(text, flush=True)
def lines():
    for line in sys.stdin:
        line = line.partition("#")[0].strip()
        if line == "quit": break
        if line: yield line
"""
"""The beginning of an engine: `lines` are the commands, `answer` prints."""

POLITE = ECHO + "for line in lines(): answer('= ' + line + '\\n')"
"""Answers each command with its text."""


def fake(script: str, timeout: float = 20.0) -> Engine:
    return Engine(command=[sys.executable, "-c", script], timeout=timeout)


def polite_until(command: str, script: str, timeout: float = 20.0) -> Engine:
    """Answers each command with its text, and this one by a script."""
    return fake(
        ECHO + f"for line in lines():\n  if line == {command!r}:\n    {script}\n  else: answer('= ' + line + '\\n')", timeout
    )


def real(game: str = "kanga", **options: int | str) -> Engine:
    return Engine(game, command=PROGRAM, **options)


def pid(engine: Engine) -> int:
    return engine._process._process.pid


def eventually(is_so: Callable[[], bool]) -> None:
    """Waits for something that another process or thread does."""
    for _ in range(4000):
        if is_so():
            return
        time.sleep(0.005)
    raise AssertionError("it did not happen")


def is_running(process: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
    except OSError:
        return False


# A reply belongs to its request.


def in_order(engine: Engine) -> None:
    """That replies belong to their commands, with no one left over."""
    assert engine.ask("name") == "papamu"
    assert engine.ask("protocol_version") == "2"
    with pytest.raises(CommandFailed, match="unknown command"):
        engine.ask("nothing")
    assert engine.ask("name") == "papamu"


def test_a_command_ends_an_open_analysis() -> None:
    with real() as engine:
        analysis = engine.stream(interval=0.02)
        assert next(analysis).moves
        in_order(engine)
        assert list(analysis) == [], "it has ended"


def test_an_analysis_in_a_suspended_generator_is_ended() -> None:
    with real() as engine:

        def nodes() -> Iterator[int]:
            with engine.stream(interval=0.02) as analysis:
                for report in analysis:
                    yield report.nodes

        suspended, closed = nodes(), nodes()
        assert next(suspended) > 0
        in_order(engine)
        assert next(closed) > 0
        closed.close()
        in_order(engine)
        assert list(suspended) == []


def test_a_dropped_analysis_lets_the_engine_rest() -> None:
    events = ECHO.replace("if line:", "if True:") + (
        "for line in lines():\n"
        "  if line.startswith('analyze'): answer('='); answer('{}')\n"
        "  elif line == '': answer(''); stopped = True\n"
        "  elif line == 'stopped': answer(f'= {stopped}\\n')\n"
        "  else: stopped = False; answer('=\\n')"
    )
    with fake(events) as engine:
        analysis = engine.stream()
        del analysis
        gc.collect()
        # Without the blank line, which `__del__` sends, the engine would still be analysing.
        last = engine._process._last
        assert last is not None and last.wait(20) is None and last.is_answered
        assert engine.ask("stopped") == "True"


def test_an_analysis_that_raises_is_ended() -> None:
    with real() as engine:
        with pytest.raises(ZeroDivisionError), engine.stream(interval=0.02) as analysis:
            for report in analysis:
                report.nodes / 0
        in_order(engine)


def test_a_report_that_is_no_json_is_an_error_and_shifts_nothing() -> None:
    script = ECHO + (
        "for line in lines():\n"
        "  if line.startswith('analyze'): answer('=\\n{\\n\\n')\n"
        "  elif line in ('state', 'history'): answer('= [1]\\n')\n"
        "  else: answer('= ' + line + '\\n')"
    )
    with fake(script) as engine:
        with pytest.raises(BadReply, match="analyze 20"), engine.stream() as analysis:
            next(analysis)
        for command in (engine.state, engine.history, lambda: engine.genmove("black")):
            with pytest.raises(BadReply):
                command()
        assert engine.ask("name") == "name"


def test_reports_that_nobody_reads_do_not_fill_the_memory() -> None:
    script = "[answer(x) for x in ['='] + [str(n) for n in range(9000)] + ['']]"
    with polite_until("analyze 20 maxmoves 5 json", script) as engine:
        analysis = engine.stream()
        request = analysis._request
        assert request.wait(20) is None and request.lines.qsize() < 2000
        assert engine.ask("name") == "name"


def test_an_analysis_keeps_its_engine() -> None:
    analysis = real().stream(interval=0.02)
    gc.collect()
    assert next(analysis).moves and next(analysis).moves
    analysis._engine.close()


def test_blank_lines_between_replies_are_skipped() -> None:
    with fake(ECHO + "for line in lines(): answer('\\n\\n= ' + line + '\\n\\n\\n')") as engine:
        assert [engine.ask(word) for word in ("a", "b", "c")] == ["a", "b", "c"]


def test_a_reply_that_nobody_asked_for_ends_the_engine() -> None:
    with polite_until("twice", "answer('= 1\\n\\n= 2\\n')") as engine:
        assert engine.ask("twice") == "1"
        eventually(lambda: engine._process._has_ended)
        with pytest.raises(EngineDied, match="printed '= 2' without being asked"):
            engine.ask("name")


@pytest.mark.parametrize("banner", ["Welcome to my engine", "license \x1b[31mexpired"])
def test_a_banner_is_quoted(banner: str) -> None:
    with pytest.raises(EngineDied) as caught:
        fake(f"print({banner!r}, flush=True)\n" + POLITE)
    assert repr(banner) in str(caught.value) and "\x1b" not in str(caught.value)


def test_one_engine_does_not_disturb_another() -> None:
    with real() as one, real() as two:
        analysis = one.stream(interval=0.02)
        two.play("black", "D4")
        two._process._kill()
        assert next(analysis).moves
        with pytest.raises(EngineDied):
            two.state()
        in_order(one)


# Time.


@pytest.mark.parametrize("what", ["while True: answer('= x'); time.sleep(0.05)", "answer('= x'); time.sleep(600)"])
def test_the_deadline_is_that_of_the_whole_reply(what: str) -> None:
    with polite_until("slow", what) as engine:
        begun = time.monotonic()
        with pytest.raises(EngineTimeout, match="no answer to slow within 0.3 s"):
            engine.ask("slow", timeout=0.3)
        assert time.monotonic() - begun < 15
        assert engine._process._process.poll() is not None
        with pytest.raises(EngineDied, match="no answer to slow"):
            engine.ask("name")


def test_a_flood_is_not_waited_for() -> None:
    with polite_until("flood", "while True: answer('= x' * 1000)") as engine, pytest.raises(PapamuError):
        engine.ask("flood", timeout=0.5)


@pytest.mark.parametrize("flood", ["answer('x')", "sys.stdout.write('x' * 100000)"])
def test_a_flood_does_not_fill_the_memory(flood: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.process.LONGEST_REPLY", 1 << 16)
    engine = polite_until("flood", f"answer('=')\n    while True: {flood}")
    with engine, pytest.raises(EngineDied, match="longer than"):
        engine.ask("flood")


def test_an_analysis_without_reports_ends_the_engine() -> None:
    with polite_until("analyze 1 maxmoves 5 json", "answer('='); time.sleep(600)") as engine:
        analysis = engine.stream(interval=0.01)
        analysis._timeout = 0.2
        with pytest.raises(EngineTimeout):
            next(analysis)


@LINUX
def test_an_engine_that_does_not_read_blocks_nobody() -> None:
    with polite_until("deaf", "answer('=\\n'); time.sleep(600)") as engine:
        engine.ask("deaf")
        begun = time.monotonic()
        # More than fits in a pipe.
        with pytest.raises(EngineTimeout):
            engine.ask("x" * 1_000_000, timeout=0.2)
        engine.close()
        assert time.monotonic() - begun < 15 and not is_running(pid(engine))
    with polite_until("deaf", "answer('=\\n'); time.sleep(600)") as engine:
        engine.ask("deaf")
        engine._process.post("x" * 1_000_000)
    assert time.monotonic() - begun < 30 and not is_running(pid(engine))


@LINUX
@pytest.mark.parametrize("has_own_session", [False, True])
def test_processes_of_the_engine_block_nobody(has_own_session: bool) -> None:
    start = f"subprocess.Popen(['sleep', '600'], start_new_session={has_own_session}).pid"
    engine = polite_until("start", f"import subprocess; answer('= ' + str({start}) + '\\n')")
    child = int(engine.ask("start"))
    begun = time.monotonic()
    # It holds the engine's output open.
    os.kill(pid(engine), signal.SIGSTOP)
    engine.close()
    assert time.monotonic() - begun < 15
    if has_own_session:
        os.kill(child, signal.SIGKILL)
    eventually(lambda: not is_running(child))


def test_a_move_may_take_as_long_as_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.engine.THINKING", 0.0)
    with real(width=9, height=9) as engine:
        engine.timeout = 5.0
        engine.set("move_time_ms", 300_000)
        monkeypatch.setattr(engine._process, "ask", lambda _, deadline: f"{deadline.seconds}")
        with pytest.raises(BadReply, match="305.0"):
            engine.genmove("black")


@pytest.mark.parametrize("timeout", [-1, math.nan])
def test_a_timeout_that_is_none_is_an_error(timeout: float) -> None:
    with fake(POLITE) as engine:
        with pytest.raises(InvalidArgument, match="not a timeout"):
            engine.ask("name", timeout=timeout)
        assert engine.ask("name", timeout=math.inf) == "name"


def test_time_in_which_the_program_was_stopped_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    deadline = Deadline(10)
    now += 0.5
    assert deadline.left() == 9.5
    now += 3600
    assert deadline.left() > 8
    for _ in range(50):
        now += 0.25
        left = deadline.left()
    assert left < 0


def test_times_are_plain_decimals() -> None:
    with fake(POLITE) as engine:
        assert engine.solve(0.00001) == "solve 0.001"
        assert engine.solve(1234567.8) == "solve 1234567.800"
        for seconds in (-1, math.nan, math.inf):
            for command in (engine.solve, lambda s: engine.genmove("black", s), lambda s: engine.stream(interval=s)):
                with pytest.raises(InvalidArgument, match="not a time"):
                    command(seconds)
        assert engine.ask("name") == "name"
    with real("konane", width=4, height=4) as engine:
        assert engine.solve(1e-5).split()[0] in ("win", "loss", "unknown")


def noted(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that are sent from now on."""
    said: list[str] = []
    ask = engine._process.ask

    def note(command: str, deadline: Deadline) -> str:
        said.append(command)
        return ask(command, deadline)

    monkeypatch.setattr(engine._process, "ask", note)
    return said


def test_the_seconds_of_a_move_hold_for_that_move(monkeypatch: pytest.MonkeyPatch) -> None:
    with real(width=9, height=9) as engine:
        engine.set("nodes", 300)
        engine.set("move_time_ms", 4321)
        assert engine.genmove("black").nodes <= 600
        said = noted(engine, monkeypatch)
        engine.genmove("white", seconds=0.1)
        assert said == ["param", "param move_time_ms 100", "param nodes 0", "genmove white json"], "they win over nodes"
        settings = engine.ask("param")
        assert "move_time_ms 4321" in settings and "nodes 300" in settings
        assert engine.genmove("black").nodes <= 600
        # Also where the move fails, or its settings are changed afterwards.
        with pytest.raises(CommandFailed):
            engine.genmove("black", seconds=0.1)
        engine.set("nodes", 77)
        assert "nodes 77" in engine.ask("param")
        assert "move_time_ms 4321" in engine.ask("param")


def test_settings_are_restored_before_the_next_command(monkeypatch: pytest.MonkeyPatch) -> None:
    with real() as engine:
        said = noted(engine, monkeypatch)
        engine.genmove("black", seconds=0.01)
        assert said[-1] == "genmove black json"
        engine.state()
        assert said[-3:] == ["param move_time_ms 1000", "param nodes 0", "state"]


# What ends.


@pytest.mark.parametrize("last", ["answer('= half')", "sys.stdout.write('= half'); sys.stdout.flush()", "pass"])
def test_half_a_reply_is_none(last: str) -> None:
    with polite_until("die", f"{last}; sys.exit(7)") as engine:
        with pytest.raises(EngineDied, match="with status 7 instead of answering die"):
            engine.ask("die")
        with pytest.raises(EngineDied):
            engine.ask("name")


def test_an_engine_that_ends_before_a_command_was_written() -> None:
    with fake(POLITE + "\nanswer('')\ntime.sleep(0.3)", timeout=10) as engine:
        engine._process._outgoing.put(None)  # ends the thread that writes, and closes the pipe
        with pytest.raises(EngineDied):
            engine.ask("name")


def test_an_engine_that_dies_while_it_analyses() -> None:
    with polite_until("analyze 20 maxmoves 5 json", "answer('='); sys.exit(7)") as engine:
        analysis = engine.stream()
        with pytest.raises(EngineDied, match="status 7"):
            next(analysis)


def test_a_closed_engine_says_so() -> None:
    engine = fake(POLITE)
    engine.close()
    engine.close()
    with pytest.raises(EngineDied, match="was closed"):
        engine.ask("name")


@LINUX
def test_a_collected_engine_ends() -> None:
    engine = real()
    process = pid(engine)
    analysis = engine.stream()
    assert is_running(process)
    del engine, analysis
    gc.collect()
    eventually(lambda: not is_running(process))


@LINUX
def test_an_engine_ends_with_the_program() -> None:
    script = "import sys; from papamu import Engine; one = Engine(command=sys.argv[1:]); print(one._process._process.pid)"
    # Deaf, so that the end of its input does not end it.
    deaf = [sys.executable, "-c", "import time; input(); print('=\\n', flush=True); time.sleep(600)"]
    output = subprocess.run([sys.executable, "-c", script, *deaf], capture_output=True, text=True, timeout=60)
    assert output.returncode == 0 and output.stderr == ""
    eventually(lambda: not is_running(int(output.stdout)))


@LINUX
def test_no_threads_and_no_files_are_left() -> None:
    fake(POLITE).close()
    threads = threading.active_count()
    files = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        fake(POLITE).close()
    assert threading.active_count() <= threads
    # Nor of an engine that ends by itself.
    with polite_until("last", "answer('=\\n'); break") as engine:
        engine.ask("last")
        eventually(lambda: threading.active_count() <= threads)
    assert len(os.listdir("/proc/self/fd")) <= files


# Who calls.


def test_threads_share_an_engine() -> None:
    with fake(POLITE) as engine, ThreadPoolExecutor(8) as pool:
        words = [f"word-{number}" for number in range(400)]
        assert list(pool.map(engine.ask, words)) == words
    with real() as engine:
        analysis = engine.stream(interval=0.02)
        with ThreadPoolExecutor(2) as pool:
            reports = pool.submit(lambda: [report.depth for report in analysis])
            assert pool.submit(engine.position).result().endswith(" b")
            reports.result()
        in_order(engine)


def test_a_thread_does_not_end_the_search_of_another() -> None:
    with real(width=9, height=9) as engine, ThreadPoolExecutor(1) as pool:
        search = pool.submit(engine.genmove, "black", 0.3)
        eventually(lambda: engine._process._last is not None and engine._process._last.command == "genmove black json")
        assert engine.state().turns_played == 1
        assert search.result().player == "black"


def test_another_thread_may_interrupt_and_close() -> None:
    with real(width=9, height=9) as engine, ThreadPoolExecutor(1) as pool:

        def interrupted(wait: Callable[[], str]) -> str:
            result = pool.submit(wait)
            while not result.done():
                engine.interrupt()
                time.sleep(0.01)
            return result.result()

        assert interrupted(lambda: engine.genmove("black", seconds=600).move)
        assert interrupted(lambda: engine.solve(600)) == "unknown"
        waits = pool.submit(lambda: engine.genmove("white", seconds=600))
        eventually(lambda: engine._process._last is not None and engine._process._last.command == "genmove white json")
        engine.close()
        with pytest.raises(PapamuError):  # the move was cancelled, or the engine has ended before
            waits.result()


@POSIX
def test_a_search_that_is_left_by_an_exception_is_cancelled() -> None:
    """As by Ctrl-C: a signal raises in the main thread."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in the background with the signal ignored
    with real(width=9, height=9) as engine:
        before = engine.position()

        def press() -> None:
            eventually(lambda: engine._process._last is not None and engine._process._last.command.startswith(waited_for))
            os.kill(os.getpid(), signal.SIGINT)

        for waited_for, wait in [
            ("genmove", lambda: engine.genmove("black", seconds=600)),
            ("solve", lambda: engine.solve(600)),
            ("analyze", lambda: [engine.timeout for _ in engine.stream(interval=600)]),
        ]:
            thread = threading.Thread(target=press)
            thread.start()
            with pytest.raises(KeyboardInterrupt):
                wait()
                time.sleep(20)  # the signal may come a little late
            thread.join()
            # At once, not only before the next command.
            last = engine._process._last
            assert last is not None and last.wait(20) is None
            assert engine.position() == before
            in_order(engine)
        assert "move_time_ms 1000" in engine.ask("param")


@POSIX
def test_ctrl_c_in_a_terminal_does_not_reach_the_engine() -> None:
    with fake(POLITE) as engine:
        assert os.getpgid(pid(engine)) != os.getpgid(0)


@POSIX
def test_a_signal_handler_may_use_the_engine() -> None:
    with real(width=9, height=9) as engine:
        seen: list[str] = []

        def handle(*_: object) -> None:
            seen.append(engine.ask("name"))

        old = signal.signal(signal.SIGALRM, handle)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(CommandFailed, match="interrupted"):
                engine.genmove("black", seconds=600)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        assert seen == ["papamu"]
        in_order(engine)


@POSIX
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_gets_an_error_and_harms_nothing() -> None:
    script = """
import os, sys
from papamu import Engine, PapamuError
engine = Engine(command=sys.argv[1:])
analysis = engine.stream(interval=0.02)
next(analysis)
child = os.fork()
if not child:
    for use in (engine.state, engine.interrupt, lambda: engine.genmove("black", 1), lambda: next(analysis), analysis.stop):
        try:
            use()
        except PapamuError as error:
            assert f"belongs to process {os.getppid()}" in str(error), error
        else:
            raise SystemExit("no error")
    engine.close()
    del analysis, engine
    with Engine(command=sys.argv[1:]) as mine:
        assert mine.ask("name") == "papamu"
    sys.exit(42)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
next(analysis)
assert engine.ask("name") == "papamu"
assert engine.ask("protocol_version") == "2"
print("good")
"""
    program = PROGRAM or ["papamu"]
    output = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, *program], capture_output=True, text=True, timeout=120
    )
    assert output.stdout == "good\n", output.stderr


def test_an_engine_works_in_asyncio() -> None:
    async def searching(engine: Engine, command: str) -> None:
        while not (engine._process._last and engine._process._last.command == command):
            await asyncio.sleep(0.005)

    async def play() -> None:
        with real(width=9, height=9) as engine:
            search = asyncio.create_task(asyncio.to_thread(engine.genmove, "black", 600))
            await searching(engine, "genmove black json")
            engine.interrupt()
            assert (await search).player == "black"
            assert (await asyncio.to_thread(engine.state)).turns_played == 1
            # A task that is cancelled leaves its thread to wait, and nothing else.
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.to_thread(engine.genmove, "white", 600), 0.05)
            await searching(engine, "genmove white json")
            engine.interrupt()
            assert (await asyncio.to_thread(engine.state)).turns_played == 2
            in_order(engine)

    asyncio.run(play())


# Arguments.


@pytest.mark.parametrize("command", ["", " ", "# interrupt", "\t\x01", "a\nb", "a\rb", "\ud800"])
def test_what_is_no_command_is_not_sent(command: str) -> None:
    with fake(POLITE) as engine:
        with pytest.raises(InvalidArgument, match="is not a command"):
            engine.ask(command)
        assert engine.ask("name") == "name"


@POSIX
def test_a_command_line_may_be_one_string() -> None:
    with Engine(command=f"'{(PROGRAM or ['papamu'])[0]}' --level 3") as engine:
        assert "level 3" in engine.ask("param")
    for wrong in ("'unclosed", "/no/such/program --level 3", ["\0"]):
        with pytest.raises(EngineDied, match="cannot start"):
            Engine(command=wrong)


def test_a_thread_that_cannot_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(EngineDied, match="cannot start a thread"):
        fake(POLITE)


def test_every_exception_is_one_of_papamu() -> None:
    for kind in (BadReply, CommandFailed, EngineDied, EngineTimeout, InvalidArgument):
        assert issubclass(kind, PapamuError)
