"""Analysis of single positions, of many at once, and of whole games."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import runpy
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import papamu
from papamu import (
    Analysis,
    Answer,
    BadReply,
    CommandFailed,
    EngineDied,
    EngineTimeout,
    InvalidArgument,
    PapamuError,
    QueryFailed,
)
from test_faults import ECHO, LINUX, POSIX, eventually, fake, in_order, is_running, polite_until, real

PROGRAM = [os.environ["PAPAMU"]] if "PAPAMU" in os.environ else None
FOLDER = Path(__file__).parent.parent
GAME = ["D4", "E5", "C3", "B2", "D3"]
HOURS = 100_000.0

SERVE = """
import json, sys, time
def answer(**line): print(json.dumps(line), flush=True)
def report(query, **line):
    answer(**{"id": query["id"], "turn": 0, "positions": 1, "to_move": "black", "result": None, "terminated": False, "final": True, "nodes": 1,
    "nodes_per_second": 1, "depth": 1, "elapsed_ms": 1, "winrate": 0.5, "score": None, "proven": None, "win_in": None,
    "loss_in": None, "moves": [], **line})
queries = map(json.loads, sys.stdin)
"""
"""The beginning of an analysis engine in Python."""


def analysis(threads: int = 1) -> Analysis:
    return Analysis(threads, command=PROGRAM)


def serving(script: str) -> Analysis:
    return Analysis(command=[sys.executable, "-c", SERVE + script])


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Runs a test that would otherwise hang if it fails."""

    async def in_time() -> None:
        await asyncio.wait_for(work(), 120)

    asyncio.run(in_time())


async def started(task: asyncio.Task[Any], one: Analysis) -> None:
    """Waits until the engine has read the query of a task that was just created."""
    await asyncio.sleep(0)
    await one.version()
    assert not task.done()


# One position.


def test_an_analysis_is_one_report() -> None:
    with real("konane") as engine:
        report = engine.analyze(nodes=2000, moves=3)
        assert report.final and report.nodes >= 2000 and len(report.moves) == 3 and report.winrate is not None
        rates = [move.winrate for move in report.moves]
        assert rates == sorted(rates, reverse=True) and report.winrate == rates[0]
        assert report.moves[0].pv[0].tokens == [report.moves[0].move]
        again = engine.analyze("black", nodes=2000, moves=3)
        assert [(move.move, move.winrate, move.visits) for move in again.moves] == [
            (move.move, move.winrate, move.visits) for move in report.moves
        ]
        in_order(engine)
        assert engine.state().turns_played == 0


def test_the_limits_of_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    with real("kanga") as engine:
        assert engine.analyze(depth=2).depth == 2
        assert engine.analyze(seconds=0.05).moves
        seen: list[tuple[str, float]] = []

        def note(command: str, deadline: papamu.process.Deadline) -> str:
            seen.append((command, deadline.seconds))
            return ""

        monkeypatch.setattr(engine._process, "ask", note)
        engine.analyze()
        engine.analyze("white", nodes=5, depth=3, moves=2, ownership=True)
        engine.analyze(seconds=0.00001, allow=["D4", "E5"], avoid=("C3",))
        monkeypatch.undo()
    assert seen == [
        ("analyze once time 1000 maxmoves 5 json", 11.0),
        ("analyze white once nodes 5 depth 3 maxmoves 2 ownership json", float("inf")),
        (
            "analyze once time 1 maxmoves 5 allow black D4,E5 allow white D4,E5 avoid black C3 avoid white C3 json",
            10.00001,
        ),
    ]


def test_moves_are_allowed_and_avoided_and_cells_have_owners() -> None:
    with real("kanga") as engine:
        for first in ("A1", "B1"):
            assert {move.move for move in engine.analyze(nodes=500, allow=["D4", "E5"]).moves} == {"D4", "E5"}
            assert "D4" not in {move.move for move in engine.analyze(nodes=500, moves=100, avoid=["D4"]).moves}
            engine.play(engine.state().to_move, first)
        with pytest.raises(CommandFailed, match="illegal move"):
            engine.analyze(nodes=500, avoid=["A1"])
        for wrong in (["A1,B1"], ["A1 json"], [""], "A1"):
            with pytest.raises(InvalidArgument, match="avoid: .* is not a"):
                engine.analyze(nodes=500, avoid=wrong)
            with pytest.raises(InvalidArgument, match="allow"):
                engine.stream(allow=wrong)
        assert engine.analyze(nodes=10, ownership=True).ownership is None
        in_order(engine)
    with real("send_it", size=3) as engine:
        report = engine.analyze(nodes=300, ownership=True)
        assert report.ownership is not None and len(report.ownership) == len(engine.state().cells)
        assert all(-1 <= owner <= 1 for owner in report.ownership) and report.score is not None


def test_after_the_end_a_report_is_empty() -> None:
    with real("konane", width=4, height=4) as engine:
        engine.set_position("x3/4/4/3o b")
        report = engine.analyze(nodes=10)
        assert report.final and report.moves == [] and report.winrate is None
        assert list(engine.stream(nodes=10)) == []
        in_order(engine)


def test_a_proven_report_says_so() -> None:
    with real("konane") as engine:
        engine.set_position("8/2x2oxo/2o5/1o2x3/3x1x2/6x1/4o3/5o2 b")
        report = engine.analyze(nodes=500)
        assert report.proven == "win" and report.winrate == 1 and report.moves[0].proven == "win"


def test_a_stream_with_a_limit_ends_by_itself() -> None:
    with real() as engine:
        reports = list(engine.stream(interval=0.01, nodes=3000))
        assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
        in_order(engine)


def test_a_stream_with_a_limit_can_be_left() -> None:
    with real("kangaroo") as engine:
        with engine.stream(interval=0.01, seconds=HOURS) as stream:
            assert not next(stream).final
        in_order(engine)
        stream = engine.stream(interval=0.01, nodes=4_000_000_000)
        assert not next(stream).final
        in_order(engine)
        assert list(stream) == []


def test_an_analysis_can_be_interrupted() -> None:
    with real("kangaroo") as engine, ThreadPoolExecutor(1) as pool:
        waits = pool.submit(engine.analyze, nodes=4_000_000_000)
        eventually(lambda: engine._process._last is not None and engine._process._last.command.startswith("analyze"))
        while not waits.done():
            engine.interrupt()
            time.sleep(0.01)
        assert waits.result().final
        in_order(engine)


def test_a_search_without_a_time_limit_has_no_timeout() -> None:
    with polite_until("analyze once nodes 5 maxmoves 5 json", "time.sleep(0.5); answer('=\\n')") as engine:
        engine.timeout = 0.1
        assert engine.analyze(nodes=5).moves == []
    script = ECHO + "for line in lines(): answer('=\\n{}' if 'analyze' in line else '=\\n')"
    with fake(script) as engine:
        assert engine.stream(nodes=5)._timeout == float("inf")
    for limits, timeout in (({}, 20.2), ({"seconds": 3}, 23), ({"seconds": 0.1, "depth": 4}, 20.2)):
        with fake(script) as engine:
            stream = engine.stream(**limits)  # type: ignore[arg-type]
            assert stream._timeout == timeout
            stream._timeout = 0.2
            with pytest.raises(BadReply):
                next(stream)
            with pytest.raises(EngineTimeout):
                next(stream)


# Fields.


def test_no_field_of_the_engine_is_missing() -> None:
    """Every field of its JSON is a field of the class, except for the version of the schema, which the client checks in no way."""

    def names(kind: type) -> set[str]:
        return {"from" if item.name == "start" else item.name for item in fields(kind)}

    def keys(value: dict[str, Any]) -> set[str]:
        return set(value) - {"schema_version"}

    for game in ("konane", "kanga", "send_it", "kangaroo"):
        with real(game) as engine:
            choice = json.loads(engine.ask("genmove black json"))
            assert keys(choice) == names(papamu.Choice) and keys(choice["turn"]) == names(papamu.Turn)
            assert keys(choice["pv"][0]) == names(papamu.VariationTurn)
            state = json.loads(engine.ask("state"))
            assert keys(state) == names(papamu.State)
            report = json.loads(engine.ask("analyze nodes 10 once json ownership"))
            assert keys(report) == names(papamu.Report) and keys(report["moves"][0]) == names(papamu.Move)
    one = {"id": "1", "game": "kanga", "nodes": 10, "ownership": True, "solve_ms": 1}
    answer = json.loads(printed("analyze", given=json.dumps(one)))
    assert keys(answer) == names(Answer) and keys(answer["solved"]) == names(papamu.Solved)
    *turns, last = map(json.loads, printed("review", "-", "--json", "--nodes=30", given=SGF).splitlines())
    assert keys(turns[0]) == names(papamu.TurnReview)
    assert keys(last["summaries"][0]) == names(papamu.Summary)


def printed(*arguments: str, given: str) -> str:
    words = [*(PROGRAM or ["papamu"]), *arguments]
    return subprocess.run(words, input=given, capture_output=True, text=True, timeout=60, check=True).stdout


# Many positions.


def test_queries_are_answered_in_parallel() -> None:
    async def work() -> None:
        async with analysis(threads=2) as one:
            games = ["konane", "kanga,width=5,height=5", "send_it,size=3", "kangaroo"]
            found = await asyncio.gather(*(one.query(game, nodes=300, maxmoves=2) for game in games * 5))
            assert all(answer.final and len(answer.moves) == 2 and answer.turn == 0 for answer in found)
            for index in range(4):  # With a node limit, an answer does not depend on the others.
                assert len({tuple(move.winrate for move in answer.moves) for answer in found[index::4]}) == 1
            assert re.fullmatch(r"\d+\.\d+\.\d+", await one.version())

    run(work)


def test_the_fields_of_a_query() -> None:
    async def work() -> None:
        async with analysis() as one:
            last = await one.query("kanga", GAME, nodes=100)
            assert (last.turn, last.to_move, last.result, last.terminated, last.solved) == (5, "white", None, False, None)
            first = await one.query("kanga", GAME, turn=0, nodes=100, maxmoves=100, avoid=["A1"])
            assert first.turn == 0 and len(first.moves) > 10 and "A1" not in {move.move for move in first.moves}
            allowed = await one.query("kanga", GAME, depth=1, allow=["A1", "B1"])
            assert {move.move for move in allowed.moves} == {"A1", "B1"} and allowed.depth == 1
            solved = await one.query("konane,width=4,height=4", solve_seconds=60, nodes=10)
            assert solved.solved is not None and solved.solved.result in ("win", "loss")
            over = await one.query("konane,width=4,height=4", position="x3/4/4/3o b", nodes=10)
            assert over.result == "W+1" and over.moves == [] and over.winrate is None
            click = await one.query("send_it,size=3", ["A1", "B2"], style="steps", komi=1.5, seconds=0.02, ownership=True)
            assert click.turn == 1 and click.ownership is not None

    run(work)


def test_what_is_sent() -> None:
    async def work() -> None:
        log = "log = []\nfor query in queries:\n  log.append(query)\n"
        async with serving(
            log + "  answer(id=query['id'], version=json.dumps(log)) if 'action' in query else report(query, turn=2)"
        ) as one:
            answers = one.answers("kanga", ["D4", "E5"], seconds=1.5, solve_seconds=0.5, interval=0.1, komi=2)
            assert [answer.turn async for answer in one.answers("kanga", ["D4", "E5"], turns=(2,))] == [2]
            await answers.__anext__()
            single, query, _ = json.loads(await one.version())
        common = {"game": "kanga", "moves": ["D4", "E5"]}
        usual = {"style": "whole", "maxmoves": 10, "allow": [], "avoid": [], "ownership": False}
        assert single == {"id": "1", **common, "turns": [2], **usual}
        times = {"time_ms": 1500, "solve_ms": 500, "report_ms": 100, "komi": 2}
        assert query == {"id": "2", **common, "turns": "all", **usual, **times}

    run(work)


def test_all_positions_of_a_game_are_answered() -> None:
    async def work() -> None:
        async with analysis(threads=2) as one:
            found = [answer async for answer in one.answers("kanga", GAME, nodes=200, maxmoves=1)]
            assert sorted(answer.turn for answer in found) == [0, 1, 2, 3, 4, 5]
            assert all(answer.to_move == ("white" if answer.turn % 2 else "black") for answer in found)
            # A turn may have several moves, and the last one may be unfinished.
            for clicks, turns in ((["C3", "B2", "D4"], [0, 1]), (["C3", "B2", "D4", "B4"], [0, 1, 2])):
                steps = one.answers("send_it,size=3", clicks, style="steps", nodes=50)
                assert sorted([answer.turn async for answer in steps]) == turns
            whole = one.answers("send_it,size=3", ["C3", "B2,D4,B4"], nodes=50)
            assert sorted([answer.turn async for answer in whole]) == [0, 1, 2]
            some = one.answers("kanga", GAME, turns=[1, 3, 3], nodes=50)
            assert sorted([answer.turn async for answer in some]) == [1, 3, 3]
            assert [answer.turn async for answer in one.answers("kanga", GAME, turns=None, nodes=50)] == [5]
            assert [answer.turn async for answer in one.answers("kanga", GAME, turns=[], nodes=50)] == []
            forfeit = one.answers("kanga", ["D4", "resign"], nodes=50)
            assert [answer.result async for answer in forfeit if answer.result] == ["B+R"]

    run(work)


def test_each_answer_tells_the_number_of_positions() -> None:
    async def work() -> None:
        answers = "query = next(queries)\nfor n in (2, 0, 1): report(query, turn=n, positions=3)\n"
        async with serving(answers + "time.sleep(600)") as one:
            assert [answer.turn async for answer in one.answers("kanga", ["D4", "E5"])] == [2, 0, 1]
            assert not one._pending

    run(work)


def test_reports_come_during_the_search_until_it_is_terminated() -> None:
    async def work() -> None:
        async with analysis() as one:
            answers = one.answers("kangaroo", turns=[0], seconds=HOURS, interval=0.01)
            seen = []
            async for answer in answers:
                seen.append(answer)
                if len(seen) == 3:
                    assert await answers.terminate() == 1
            assert not any(answer.final for answer in seen[:3])
            assert seen[-1].final and seen[-1].terminated and seen[-1].moves
            assert await answers.terminate() == 0
            both = [asyncio.create_task(one.query("kanga", seconds=HOURS)) for _ in range(2)]
            await started(both[1], one)
            await one.terminate_all()
            assert [answer.terminated for answer in await asyncio.gather(*both)] == [True, True]

    run(work)


def test_unread_reports_do_not_fill_the_memory() -> None:
    script = (
        "for query in queries:\n"
        "  if 'action' in query: answer(id=query['id'], version='1.2.3'); continue\n"
        "  for n in range(3000): report(query, turn=n % 2, final=False, nodes=n)\n"
        "  for n in range(2): report(query, turn=n)\n"
    )

    async def work() -> None:
        async with serving(script) as one:
            answers = one.answers("kanga", turns=[0, 1], interval=0.1)
            await answers.__anext__()
            assert await one.version() == "1.2.3"  # Everything has arrived.
            assert [(answer.turn, answer.final) async for answer in answers] == [(0, True), (1, True)]

    run(work)


def test_a_wrong_query_names_its_field_and_disturbs_nothing() -> None:
    async def work() -> None:
        async with analysis() as one:
            good = asyncio.create_task(one.query("kanga", seconds=HOURS))
            await started(good, one)
            wrong: list[tuple[str, Awaitable[Answer]]] = [
                ("game", one.query("chess")),
                ("game", one.query("konane,width=1")),
                ("moves[1]", one.query("kanga", ["D4", "Z9"])),
                ("nodes", one.query("kanga", nodes=0)),
                ("nodes", one.query("kanga", nodes=-1)),
                ("turns[0]", one.query("kanga", turn=7)),
                ("position", one.query("kanga", position="nowhere")),
                ("komi", one.query("kanga", komi=1e300)),
                ("moves[0]", one.answers("kanga", ["Z9"]).__anext__()),
                ("turns", one.answers("kanga", turns="some").__anext__()),  # type: ignore[arg-type]
            ]
            for field, query in wrong:
                with pytest.raises(QueryFailed) as caught:
                    await query
                assert caught.value.field == field and caught.value.reason in str(caught.value)
            await one.terminate_all()
            assert (await good).terminated
            # The move is legal in the first position only.
            with pytest.raises(QueryFailed, match="turn 1"):
                [answer async for answer in one.answers("kanga", ["D4"], avoid=["D4"], nodes=10)]
            assert (await one.query("kanga", nodes=10)).final

    run(work)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": -1},
        {"seconds": float("nan")},
        {"interval": float("inf")},
        {"solve_seconds": -0.5},
        {"nodes": 10**30},
        {"seconds": 1e300},
        {"komi": float("nan")},
        {"moves": "D4"},
        {"moves": ["\ud800"]},
        {"allow": "D4"},
        {"avoid": "D4"},
        {"position": "x" * (1 << 24)},
        {"depth": object()},
    ],
)
def test_what_cannot_be_sent_is_an_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        analysis().answers("kanga", **wrong)


def test_a_cancelled_task_terminates_its_query() -> None:
    async def work() -> None:
        async with analysis() as one:
            kept = one.answers("kanga", GAME, seconds=HOURS)
            for begin in (lambda: one.query("kanga", GAME, seconds=HOURS), kept.__anext__):
                task = asyncio.create_task(begin())
                await started(task, one)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                # The only worker would otherwise search for hours.
                assert (await one.query("kanga", nodes=10)).final
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(one.query("kanga", seconds=HOURS), 0.05)
            assert (await one.query("kanga", nodes=10)).final
            assert not one._pending

    run(work)


def test_a_dropped_or_closed_iterator_terminates_its_query() -> None:
    async def work() -> None:
        async with analysis() as one:
            async for _ in one.answers("kangaroo", seconds=HOURS, interval=0.01):
                break
            gc.collect()
            assert (await one.query("kanga", nodes=10)).final
            answers = one.answers("kangaroo", seconds=HOURS, interval=0.01)
            await answers.__anext__()
            await answers.aclose()
            assert [answer async for answer in answers] == []
            assert (await one.query("kanga", nodes=10)).final
            await one.answers("kanga").aclose()
            assert not one._pending

    run(work)


# Engines that misbehave.

ENDS = [
    ("next(queries); sys.exit(7)", "with status 7"),
    ("", "with status 0"),
    ("next(queries); print('{\"id\":', end='')", "with status 0"),
    ("next(queries); print('garbage', flush=True); time.sleep(600)", "printed 'garbage', which is not an answer"),
    ("print('Welcome', flush=True); time.sleep(600)", "printed 'Welcome'"),
    ("next(queries); print(flush=True); time.sleep(600)", "printed ''"),
    ("next(queries); print('[1]', flush=True); time.sleep(600)", r"printed '\[1\]'"),
    ("next(queries); answer(id=None, error='no', field=None); time.sleep(600)", "printed '.*null"),
    ("next(queries); answer(id='99'); time.sleep(600)", "printed '.*99"),
    ("next(queries); answer(id='1', error='no'); time.sleep(600)", "printed"),
    ("next(queries); print('[' * 100000, flush=True); time.sleep(600)", "printed"),
    ("import os; next(queries); os.close(1); time.sleep(600)", "closed its output"),
    ("while True: print('x' * 1000, end='')", "longer than 0 MiB"),
]


@pytest.mark.parametrize(("script", "why"), ENDS)
def test_an_engine_that_ends_or_babbles_is_an_exception(script: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.analysis.LONGEST_REPLY", 1 << 18)

    async def work() -> None:
        async with serving(script) as one:
            queries = [one.query("kanga") for _ in range(3)] + [one.answers("kanga").__anext__()]
            for found in await asyncio.gather(*queries, one.version(), return_exceptions=True):
                assert isinstance(found, EngineDied), found
                assert re.search(why, str(found)), found
            with pytest.raises(EngineDied, match=why):
                await one.query("kanga")
            assert one._process is not None
            await one._process.wait()

    run(work)


@POSIX
def test_an_engine_that_reads_no_more_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with serving("import os; next(queries); os.close(0); report({'id': '1'}); time.sleep(600)") as one:
            assert (await one.query("kanga")).final
            with pytest.raises(EngineDied, match="closed its input"):
                for _ in range(1000):
                    await one.query("kanga")

    run(work)


def test_an_answer_without_fields_is_an_error_of_its_query() -> None:
    async def work() -> None:
        script = "for query in queries: report(query) if query.get('game') == 'kanga' else answer(id=query['id'])"
        async with serving(script) as one:
            with pytest.raises(BadReply, match="is not a Answer"):
                await one.query("konane")
            assert (await one.query("kanga")).final

    run(work)


def test_a_query_that_the_engine_does_not_read_can_be_cancelled() -> None:
    async def work() -> None:
        async with serving("time.sleep(600)") as one:
            long = ["D4"] * 100_000  # more than fits in a pipe
            tasks = [asyncio.create_task(one.query("kanga", long)) for _ in range(3)]
            await asyncio.sleep(0.05)
            tasks[0].cancel()
            tasks[2].cancel()
            for task in tasks[::2]:
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert not tasks[1].done()
        with pytest.raises(EngineDied, match="was closed"):
            await tasks[1]

    run(work)


def test_an_analysis_is_started_once() -> None:
    async def work() -> None:
        one = analysis()
        with pytest.raises(PapamuError, match="has not been started"):
            await one.query("kanga")
        await one.close()
        async with one:
            with pytest.raises(PapamuError, match="started once"):
                await one.__aenter__()
            waits = asyncio.create_task(one.query("kanga", seconds=HOURS))
            await started(waits, one)
        with pytest.raises(EngineDied, match="was closed"):
            await waits
        for use in (one.query("kanga"), one.version()):
            with pytest.raises(EngineDied, match="was closed"):
                await use
        await one.close()
        with pytest.raises(PapamuError, match="started once"):
            await one.__aenter__()
        with pytest.raises(EngineDied, match="cannot start /no/such/program"):
            await Analysis(command="/no/such/program").__aenter__()

    run(work)


@LINUX
def test_the_end_of_the_block_ends_the_engine() -> None:
    async def work() -> None:
        processes = []
        for seconds in (None, HOURS):
            async with analysis() as one:
                assert one._process is not None
                processes.append(one._process.pid)
                assert os.getpgid(processes[-1]) != os.getpgid(0), "Ctrl-C in a terminal does not reach it"
                if seconds:
                    waits = asyncio.create_task(one.query("kanga", seconds=seconds))
                    await started(waits, one)
        assert not any(map(is_running, processes))
        with pytest.raises(EngineDied):
            await waits

    run(work)


# Whole games.

SGF = "(;GM[1]SZ[5]RU[kanga width=5 height=5];B[cc];W[bc];B[cb];W[bb];B[cd];W[ba])"


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    path, annotated = tmp_path / "-game.sgf", tmp_path / "annotated.sgf"
    path.write_text(SGF)
    review = papamu.review(path, nodes=600, threads=2, sgf=annotated, command=PROGRAM)
    assert review.complete and [turn.turn for turn in review.turns] == [1, 2, 3, 4, 5, 6]
    assert [turn.played for turn in review.turns] == ["C3", "B3", "C4", "B4", "C2", "B5"]
    last = review.turns[-1]
    assert last.player == "white" and last.proven_after == "loss" and last.verdict == "blunder"
    assert last.pv and last.score_before is None and last.winrate_after == 0
    assert review.summaries.black.turns == review.summaries.white.turns == 3
    assert sum(review.summaries.white.verdicts.values()) == 3 and review.summaries.white.worst[0] == 6
    assert "C[" in annotated.read_text()
    assert papamu.review(path, nodes=600, command=PROGRAM) == review, "it is reproducible"


def test_a_review_that_cannot_be_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandFailed, match="no such file.sgf"):
        papamu.review("no such file.sgf", command=PROGRAM)
    with pytest.raises(CommandFailed, match="invalid value '0' for '--nodes <N>'"):
        papamu.review("no such file.sgf", nodes=0, command=PROGRAM)
    with pytest.raises(InvalidArgument, match="not a time"):
        papamu.review("game.sgf", seconds=-1, command=PROGRAM)
    Path("--sgf").write_text("(;SZ[5]RU[kanga width=5 height=5];B[cc];W[cc])")
    with pytest.raises(CommandFailed) as caught:
        papamu.review("--sgf", command=PROGRAM)
    assert "move 2, White C3" in caught.value.reason
    # A lone hyphen is a file like others, not the standard input.
    Path("-").write_text(SGF)
    assert len(papamu.review("-", nodes=9, game="kanga", command=PROGRAM).turns) == 6


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("", BadReply),
        ("print('garbage')", BadReply),
        ("print('{}')", BadReply),
        ('print(\'{"summaries": [], "complete": true}\')', BadReply),
        ("import sys; sys.exit(3)", CommandFailed),
        ("import time; time.sleep(600)", EngineTimeout),
    ],
)
def test_a_review_by_a_program_that_misbehaves(script: str, error: type[PapamuError]) -> None:
    timeout = 0.5 if error is EngineTimeout else 60
    with pytest.raises(error):
        papamu.review("game.sgf", command=[sys.executable, "-c", script], timeout=timeout)
    with pytest.raises(EngineDied, match="cannot start"):
        papamu.review("game.sgf", command=["/no/such/program"])


# What is shown.


def shown() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", shown())
def test_the_examples_on_the_page_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "pyspiel" in example:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    if PROGRAM:
        monkeypatch.setattr("papamu.process.program", lambda: PROGRAM[0])
        monkeypatch.setenv("PATH", os.pathsep.join([str(Path(PROGRAM[0]).resolve().parent), os.environ["PATH"]]))
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(SGF)
    exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})


def test_the_example_analyses_a_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if PROGRAM:
        monkeypatch.setattr("papamu.process.program", lambda: PROGRAM[0])
    runpy.run_path(str(FOLDER / "examples" / "analyse_game.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["0", "1", "2", "3", "4", "5"]
