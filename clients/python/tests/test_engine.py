"""The client against the real program, and against programs that misbehave."""

from __future__ import annotations

import os
import runpy
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from papamu import CommandFailed, Engine, EngineDied, EngineTimeout, Sides
from papamu.process import program

PROGRAM = [os.environ["PAPAMU"]] if "PAPAMU" in os.environ else None
GAMES = ["konane", "kanga", "send_it", "kangaroo"]


def engine(game: str = "konane", **options: int | str) -> Engine:
    return Engine(game, command=PROGRAM, **options)


def fake(script: str, timeout: float = 2.0) -> Engine:
    """A program in Python in place of the engine."""
    return Engine(command=[sys.executable, "-u", "-c", script], timeout=timeout)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_has_what_a_board_shows(game: str) -> None:
    with engine(game) as one:
        state = one.state()
        assert state.game == game and state.to_move == "black" and state.result is None
        assert len(state.cells) >= 49 and set(state.legal_clicks) <= {cell.name for cell in state.cells}
        assert state.last_turns == Sides(None, None)
        choice = one.genmove("black", seconds=0.02)
        assert choice.turn is not None and one.state().last_turns.black == choice.turn
        assert one.history() == [choice.turn]


def test_a_whole_game() -> None:
    # Kōnane: a game of it always has a winner.
    with engine("konane", width=6, height=6) as one:
        while (state := one.state()).result is None:
            one.genmove(state.to_move, seconds=0.01)
        assert state.result.winner in ("black", "white") and state.result.sentence


def test_a_refused_command_changes_nothing() -> None:
    with engine(width=6, height=6) as one:
        with pytest.raises(CommandFailed) as caught:
            one.play("black", "B1")
        assert caught.value.reason.startswith("illegal move")
        assert one.state().turns_played == 0
        one.play("black", "D3")
        one.undo()
        one.redo()
        assert one.position().endswith(" w")
        with pytest.raises(ValueError):
            one.ask("name\nname")


def test_options_and_positions() -> None:
    with pytest.raises(CommandFailed):
        engine("kanga", width=99)
    with engine("kanga") as one:
        one.set_position("x6/1x5/2x4/7/xo5/o2xxxo/7 w")
        assert "D4" in one.legal_moves()
        one.play("white", "D4")
        turn = one.state().last_turns.white
        assert turn is not None and sorted(turn.captured) == ["A7", "B6", "C5"] and turn.start is None
        one.new_game("konane", width=4, height=4)
        assert one.solve(20).split()[0] in ("win", "loss")
        assert "konane" in one.sgf()


def test_an_analysis_is_streamed_and_ends() -> None:
    with engine("kangaroo") as one:
        with one.stream(interval=0.05, moves=3) as analysis:
            reports = [report for report, _ in zip(analysis, range(3), strict=False)]
        assert len(reports) == 3 and reports[-1].nodes > reports[0].nodes
        assert reports[0].moves and 0 <= reports[0].moves[0].winrate <= 1
        assert one.ask("name") == "papamu", "replies still belong to their commands"
        with pytest.raises(CommandFailed):
            one.stream("white")


def test_a_silent_engine_is_ended() -> None:
    begun = time.monotonic()
    with pytest.raises(EngineTimeout):
        fake("import time; time.sleep(60)", timeout=0.3)
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("script", ["", "import sys; sys.exit(3)", "print('=')", "print('garbage')"])
def test_an_engine_that_dies_is_an_exception(script: str) -> None:
    with pytest.raises(EngineDied):
        fake(script)


def test_an_engine_that_dies_later() -> None:
    one = fake("input(); print('=\\n'); input()")
    with pytest.raises(EngineDied):
        one.ask("name")
        one.ask("name")
    one.close()
    with pytest.raises(EngineDied):
        one.ask("name")


def test_no_such_program() -> None:
    with pytest.raises(EngineDied, match="cannot start"):
        Engine(command=["/no/such/program"])


@pytest.mark.parametrize("scheme", [(), (sysconfig.get_preferred_scheme("user"),)])
def test_a_program_that_pip_has_installed_off_the_path(scheme: tuple[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "scripts" / ("papamu.exe" if os.name == "nt" else "papamu")
    installed.parent.mkdir()
    installed.touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setattr(
        "sysconfig.get_path", lambda name, *of: str(installed.parent if of == scheme else tmp_path / "empty")
    )
    monkeypatch.setenv("PATH", "")
    assert program() == str(installed)
    first = tmp_path / "first" / installed.name
    first.parent.mkdir()
    first.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(first.parent))
    assert program() == str(first), "the path comes first"


def test_the_example_plays(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if PROGRAM:
        monkeypatch.setattr("papamu.process.program", lambda: PROGRAM[0])
    runpy.run_path(str(Path(__file__).parent.parent / "examples" / "match.py"))
    assert capsys.readouterr().out.count("game ") == 4
