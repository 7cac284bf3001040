"""papamu as a bot of OpenSpiel, and OpenSpiel's bots as engines, with the wheel from PyPI."""

from __future__ import annotations

import importlib
import io
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from papamu import CommandFailed, Engine, InvalidArgument

PROGRAM = [os.environ["PAPAMU"]] if "PAPAMU" in os.environ else None
FOLDER = Path(__file__).parent.parent


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for name in [name for name in sys.modules if name.startswith("papamu.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError, match="pip install .open_spiel>=2.0"):
        importlib.import_module("papamu.openspiel")


pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from open_spiel.python.algorithms import evaluate_bots as in_python  # noqa: E402
from open_spiel.python.bots.gtp import GTPBot  # noqa: E402

from papamu.openspiel import KonaneGame, PapamuBot, register_konane, serve  # noqa: E402
from papamu.openspiel.gtp import Translator  # noqa: E402
from papamu.openspiel.names import to_openspiel, to_papamu  # noqa: E402

register_konane()
HAS_OWN_RULES = not isinstance(pyspiel.load_game("konane"), KonaneGame)
SIZES = [(4, 4), (5, 5), (5, 7), (6, 4), (8, 8), (9, 11), (16, 10)]
"""Rows and columns."""
WHITE_CENTRES = {(5, 7): "c3 d2 d4 e3", (9, 11): "e5 f4 f6 g5"}
"""The sizes with two odd sides and a white stone in the centre, with the first moves there that only papamu allows."""


def game(rows: int = 6, columns: int = 6) -> Any:
    return pyspiel.load_game("konane", {"rows": rows, "columns": columns})


def names(state: Any) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def action(state: Any, name: str) -> int:
    return int(state.string_to_action(name))


def after(one: Any, moves: int, seed: int = 1) -> Any:
    """The state after random moves."""
    state, chance = one.new_initial_state(), random.Random(seed)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


class First(pyspiel.Bot):  # type: ignore[misc]
    """Chooses the first action, and cannot begin in the middle of a game. Writes down what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def step(self, state: Any) -> int:
        return int(state.legal_actions()[0])

    def inform_action(self, state: Any, player: int, action: int) -> None:
        self.told.append(state.action_to_string(player, action))

    def restart(self) -> None:
        self.told.append("restart")


@pytest.fixture
def bots() -> Iterator[Callable[..., PapamuBot]]:
    made: list[PapamuBot] = []

    def make(one: Any, **options: Any) -> PapamuBot:
        made.append(PapamuBot(one, command=PROGRAM, **(options or {"nodes": 30})))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


# The rules.


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_both_have_the_same_rules(rows: int, columns: int) -> None:
    one = game(rows, columns)
    with Engine(command=PROGRAM, width=columns, height=rows) as engine:
        for seed in range(4):
            chance, state = random.Random(seed), one.new_initial_state()
            engine.ask("clear_board")
            while not state.is_terminal():
                ours, theirs = {to_openspiel(token) for token in engine.legal_moves()}, set(names(state))
                assert theirs <= ours
                more = WHITE_CENTRES.get((rows, columns), "") if not state.history() else ""
                assert ours - theirs == set(more.split())
                chosen = chance.choice(state.legal_actions())
                engine.play("white" if state.current_player() else "black", to_papamu(state.action_to_string(chosen)))
                state.apply_action(chosen)
            result = engine.state().result
            assert result is not None and result.winner == ("black" if state.returns()[0] > 0 else "white")
            assert state.legal_actions() == [] and sum(state.returns()) == 0


@pytest.mark.skipif(HAS_OWN_RULES, reason="this build of OpenSpiel has its own rules")
def test_the_rules_in_python() -> None:
    one = game(4, 5)
    state = one.new_initial_state("1x3/1xo2/1ox2/5 w")
    copy = state.clone()
    assert names(state) == ["b2d2", "c3c1", "c3a3"] and str(copy) == str(state)
    copy.apply_action(action(copy, "c3a3"))
    assert str(copy) != str(state) and copy.current_player() == 0
    assert str(one.deserialize_state(after(one, 5).serialize())) == str(after(one, 5))
    assert not register_konane(), "they are registered"
    for position in ["", "4/4/4/4 b", "5/5/5/5", "5/5/5/5 x", "x0x/5/5/5 b", f"{'9' * 5000}/5/5/5 b"]:
        with pytest.raises(ValueError, match="not a position of 5x4"):
            one.new_initial_state(position)
    with pytest.raises(ValueError, match="no board of 8x3"):
        game(3, 8)


# papamu as a bot.


@pytest.mark.parametrize("moves", [0, 1, 2, 7])
def test_games_of_papamu_in_openspiel(moves: int, bots: Callable[..., PapamuBot]) -> None:
    one = game(6, 9)
    state = after(one, moves)
    players = [bots(one), bots(one, level=1)]
    assert sorted(pyspiel.evaluate_bots(state, players, 1)) == [-1.0, 1.0]
    assert state.is_terminal() and len(state.history()) > moves
    # The same bots again, with OpenSpiel's loop in Python.
    returns = in_python.evaluate_bots(after(one, moves, seed=2), players, random.Random(1))
    assert sorted(returns) == [-1.0, 1.0]


def test_a_bot_beats_random_moves(bots: Callable[..., PapamuBot]) -> None:
    one = game(8, 8)
    state = one.new_initial_state()
    assert pyspiel.evaluate_bots(state, [First(), bots(one, seconds=0.02)], 1) == [-1.0, 1.0]


def test_a_bot_follows_the_states_that_it_is_given(bots: Callable[..., PapamuBot]) -> None:
    one = game()
    bot = bots(one)
    for moves, seed in [(4, 1), (6, 1), (2, 2), (9, 3), (8, 3), (0, 4)]:
        state = after(one, moves, seed)
        assert bot.step(state) in state.legal_actions()
        assert bot.engine.state().turns_played == len(state.history()) + 1
    # The states of one search, of which the bot sees some twice.
    state = after(one, 2)
    first = bot.step(state)
    assert bot.step(state) == first, "a limit of nodes is reproducible"
    other = next(choice for choice in state.legal_actions() if choice != first)
    assert bot.provides_force_action()
    bot.force_action(state, other)
    state.apply_action(other)
    bot.inform_action(state, state.current_player(), state.legal_actions()[0])
    assert bot.engine.state().turns_played == 4


def test_a_bot_goes_on_after_a_search_that_was_left(bots: Callable[..., PapamuBot], monkeypatch: pytest.MonkeyPatch) -> None:
    one = game()
    bot, ask = bots(one), Engine.ask

    def interrupted(engine: Engine, command: str, timeout: float | None = None) -> str:
        ask(engine, command, timeout)
        if command.startswith("genmove"):
            raise KeyboardInterrupt
        return ask(engine, command, timeout) if command == "legal_moves" else ""

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Engine, "ask", interrupted)
        bot.step(after(one, 4))
    assert bot.engine.state().turns_played == 5, "the engine has played a move that nobody has seen"
    state = after(one, 4)
    assert bot.step(state) in state.legal_actions()
    assert bot.engine.state().turns_played == 5


@pytest.mark.parametrize("options", [{"level": 1}, {"nodes": 200}, {"seconds": 0.02}])
def test_a_white_centre(options: dict[str, Any], bots: Callable[..., PapamuBot]) -> None:
    # With 200 nodes papamu prefers the middle, which OpenSpiel does not allow there.
    one = game(5, 7)
    bot = bots(one, **options)
    state = one.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    assert sorted(pyspiel.evaluate_bots(one.new_initial_state(), [bot, bots(one)], 1)) == [-1.0, 1.0]


def test_a_bot_refuses_what_it_cannot_play(bots: Callable[..., PapamuBot]) -> None:
    one = game()
    with pytest.raises(InvalidArgument, match="tic_tac_toe"):
        bots(pyspiel.load_game("tic_tac_toe"))
    with pytest.raises(InvalidArgument, match="one of them"):
        bots(one, nodes=10, seconds=1)
    with pytest.raises(CommandFailed, match="level"):
        bots(one, level=11)
    bot = bots(one)
    with pytest.raises(InvalidArgument, match="does not follow"):
        bot.step(after(game(4, 4), 0))
    with pytest.raises(InvalidArgument, match="nobody is to move"):
        bot.step(after(one, 1000))
    with pytest.raises(CommandFailed, match="illegal move"):
        bot.inform_action(one.new_initial_state(), 0, action(after(one, 1), names(after(one, 1))[0]))
    assert bot.step(one.new_initial_state()) in one.new_initial_state().legal_actions()


def gtp(*options: str) -> list[str]:
    """The command line of papamu with OpenSpiel's names."""
    command = ["--command", shlex.join(PROGRAM)] if PROGRAM else []
    return [sys.executable, "-m", "papamu.openspiel", "gtp", *command, *options]


def translated(*lines: str, options: Sequence[str] = ("--nodes", "30")) -> list[str]:
    """The replies to lines, and the exit status as the last one."""
    run = subprocess.run(gtp(*options), input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60)
    assert run.stderr == ""
    return [*run.stdout.split("\n\n")[:-1], str(run.returncode)]


def test_the_names_of_moves() -> None:
    pairs = {"c3e3": "C3-E3", "i9": "J9", "h1j1": "H1-K1", "y2": "Z2", "b8b6d4": "B8-B6-D4"}
    for name, token in pairs.items():
        assert (to_papamu(name), to_papamu(name.upper()), to_openspiel(token)) == (token, token, name)
    assert [to_papamu(text) for text in ("pass", "resign", "z1", "c3-", "9", "", "c3 e3")] == [
        "pass", "resign", "z1", "c3-", "9", "", "c3 e3",
    ]  # fmt: skip
    assert [to_openspiel(text) for text in ("PASS", "RESIGN", "resign", "I5", "{}", "C3-")] == [
        "pass", "resign", "resign", "I5", "{}", "C3-",
    ]  # fmt: skip


def test_only_moves_are_translated() -> None:
    wide = ["--game", "konane,width=10,height=10", "--nodes", "30"]
    replies = translated(
        "1 play b j1", "play w\tI1 # a comment", "# interrupt", "", "legal_moves", "7 play b j1", "play b", "reg_genmove b",
        "3 genmove b", "genmove b json", "frobnicate", "8", "play b J3-J1", "showboard", "undo", "quit", "name",
        options=wide,
    )  # fmt: skip
    assert replies[:3] == ["=1", "=", "= K3-K1"]
    assert replies[3].startswith("?7 illegal move: ") and replies[4].startswith("? syntax error: usage: play COLOR MOVE")
    assert replies[5:7] == ["= j3j1", "=3 j3j1"]
    assert replies[7].startswith("? illegal move") and replies[8].startswith("? unknown command: frobnicate")
    assert replies[9].startswith("?8 unknown command") and replies[10].startswith("? illegal move")
    assert "A B C D E F G H J K" in replies[11]
    assert replies[12:] == ["=", "=", "0"], "nothing is answered after quit"
    assert translated("genmove b", "name")[1:] == ["= papamu", "0"], "the end of the input is the end"
    assert translated("set_game konane width=4 height=4", "set_position x3/4/4/3o w", "genmove w", "genmove b")[2:4] == ["= resign", "= pass"]


def test_a_search_is_interrupted_through_the_translator() -> None:
    with subprocess.Popen(gtp(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin and engine.stdout
        engine.stdin.write("param move_time_ms 600000\ngenmove b\n")
        engine.stdin.flush()
        assert [engine.stdout.readline() for _ in range(2)] == ["=\n", "\n"]
        engine.stdin.write("# interrupt\n")
        engine.stdin.flush()
        assert engine.stdout.readline().strip("= \n") in ("a8", "h1", "d5", "e4")
        engine.stdin.close()
        assert engine.wait(60) == 0


def test_what_cannot_start_says_so() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "papamu.openspiel", "gtp", "--command", "/nowhere/papamu"], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 1 and "cannot start /nowhere/papamu" in run.stderr and run.stdout == ""
    refused = subprocess.run(gtp("--game", "chess"), capture_output=True, text=True, timeout=60, input="name\n")
    assert refused.returncode == 2 and "chess" in refused.stderr and refused.stdout == ""


def test_openspiels_gtp_bot_unchanged() -> None:
    one = game(7, 10)
    command = gtp("--game", "konane,width=10,height=7", "--nodes", "30")
    with closing(GTPBot(one, command)) as black, closing(GTPBot(one, command)) as white:
        assert black.name == "papamu" and black.running
        for _ in range(2):
            state = one.new_initial_state()
            assert sorted(pyspiel.evaluate_bots(state, [black, white], 1)) == [-1.0, 1.0]
        black.gtp_cmd("param", "level", "1")
        black.restart()
        state = one.new_initial_state()
        assert black.step(state) in state.legal_actions()


def test_openspiels_gtp_bot_begins_in_a_corner() -> None:
    # With 200 nodes papamu prefers the middle, which OpenSpiel does not allow there.
    one = game(5, 7)
    command = gtp("--game", "konane,width=7,height=5", "--nodes", "200")
    with closing(GTPBot(one, command)) as black, closing(GTPBot(one, command)) as white:
        assert black.name == "papamu"
        for _ in range(2):
            state = one.new_initial_state()
            assert sorted(pyspiel.evaluate_bots(state, [black, white], 1)) == [-1.0, 1.0]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_it_begins_in_a_corner_only_where_openspiel_demands_it(rows: int, columns: int) -> None:
    with Engine(command=PROGRAM, width=columns, height=rows) as engine:
        line = Translator(engine.ask("position")).command(b"genmove b\n")
    assert line == (b"play b A1\n" if (rows, columns) in WHITE_CENTRES else b"genmove b\n")


def test_only_the_first_move_is_changed() -> None:
    board = ["--game", "konane,width=7,height=5", "--nodes", "200"]
    lines = ["genmove w", "clear_board", "7 genmove b", "undo", "play b d4", "position", "clear_board", "genmove b", "legal_moves"]
    replies = translated(*lines, options=board)
    assert replies[0].startswith("? illegal move") and replies[2] == "=7 a1" and replies[4] == "="
    assert replies[7:] == ["= a1", "= A2 B1", "0"]
    others = [("play b d4", "undo", "genmove b"), ("set_game konane width=7 height=5", "clear_board", "genmove b")]
    for other in others:
        assert translated(*other, options=board)[2] != "= a1", "as papamu chooses"


# A bot as an engine.


def session(bot: Any, *commands: str) -> list[str]:
    """The replies to commands."""
    replies = io.StringIO()
    serve(bot, commands=io.StringIO("\n".join(commands)), replies=replies)
    return replies.getvalue().split("\n\n")[:-1]


def test_a_bot_speaks_the_protocol() -> None:
    bot = First()
    replies = session(
        bot, "1 name", "version", "set_game konane width=10 height=6", "play b j1", "play W i1 # not j", "play w J1", "",
        "7 genmove w", "play white k1", "genmove w", "showboard", "undo", "legal_moves", "final_score", "quit", "name",
    )  # fmt: skip
    assert replies[0] == "=1 First" and replies[1].startswith("= ") and replies[2] == "="
    assert replies[3].startswith("? illegal move") and replies[4].startswith("? illegal move: it is Black's turn")
    assert replies[5].startswith("? illegal move: it is Black's turn") and replies[6].startswith("?7 illegal move")
    assert len(replies) == 14, "nothing is answered after quit"


def test_columns_after_the_eighth() -> None:
    bot = First()
    replies = session(bot, "set_game konane width=10 height=10", "play b k1", "play w j1", "legal_moves", "genmove b")
    assert replies[1:4] == ["=", "=", "= K3-K1"] and replies[4] == "= K3-K1"
    assert bot.told[-2:] == ["j1", "i1"], "OpenSpiel does not skip the letter i"
    assert session(First(), "set_game konane width=10 height=10", "play b k1", "play w j1", "play b k3k1")[3] == "="


def test_moves_are_taken_back() -> None:
    bot = First()
    commands = ["undo", "play b d3", "genmove w", "undo", "legal_moves", "play w d4"]
    replies = session(bot, "set_game konane width=6 height=6", *commands)
    assert replies[1:3] == ["? cannot undo: no move has been played", "="]
    assert replies[3] == "= D2" and replies[5:] == ["= C3 D2 D4 E3", "="]
    # The bot cannot begin in the middle, so it is shown the game again.
    assert replies[4] == "=" and bot.told == ["restart", "restart", "d3", "restart", "d3", "d4"]


def test_a_whole_game() -> None:
    replies = session(First(), "set_game konane width=4 height=4", *["genmove b", "genmove w", "final_score"] * 12)
    results = replies[3::3]
    assert results[0] == "= none" and results[-1] in ("= B+1", "= W+1")
    assert {replies[-3], replies[-2]} == {"= resign", "= PASS"}
    assert (replies[-3] == "= resign") == (results[-1] == "= W+1"), "the loser resigns"


def test_what_openspiel_does_not_have_is_refused() -> None:
    replies = session(
        First(), "play b c3", "set_game kanga", "set_game konane width=3", "set_game konane width=x", "set_game konane a1=white",
        "set_game konane max_moves=9", "set_position 8/8 b", "play b", "play x d5", "genmove", "9", "frobnicate",
        "set_game konane a1=auto repetition=0 max_moves=0", "known_command undo", "known_command time_left",
    )  # fmt: skip
    kinds = [reply.split(":")[0] for reply in replies]
    assert kinds[:4] == ["? illegal move", "? syntax error", "? unacceptable size", "? syntax error"]
    assert set(kinds[4:10]) == {"? syntax error"}
    assert kinds[10:] == ["?9 unknown command", "? unknown command", "=", "= true", "= false"]


class Faulty(First):
    """Prints on standard output, and fails."""

    def step(self, state: Any) -> int:
        print("= thinking")
        if state.is_initial_state():
            raise RuntimeError("two\nlines")
        return -5


def test_a_bot_that_fails_loses_only_its_move(capsys: pytest.CaptureFixture[str]) -> None:
    replies = session(lambda _: Faulty(), "genmove b", "play b d5", "genmove w", "legal_moves")
    assert replies[0] == "? the bot has failed: RuntimeError: two lines"
    assert replies[2] == "? the bot has failed: it chose the action -5, which is not legal"
    assert replies[3].startswith("= ") and len(replies) == 4
    printed = capsys.readouterr()
    assert printed.out == "" and "= thinking" in printed.err and "Traceback" in printed.err


def test_positions_need_the_rules_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = ["set_game konane width=5 height=4", "set_position 1x3/1xo2/1ox2/5 w", "legal_moves"]
    if not HAS_OWN_RULES:
        assert session(First(), *commands)[1:] == ["=", "= B2-D2 C3-A3 C3-C1"]
    monkeypatch.setattr("papamu.openspiel.server.KonaneGame", int)
    assert session(First(), *commands)[1] == (
        "? cannot set up: OpenSpiel's own konane begins with the full board; play the moves instead"
    )


def test_a_build_without_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.openspiel.server.pyspiel.registered_names", lambda: ["go"])
    with pytest.raises(RuntimeError, match="register_konane"):
        session(First())


def test_papamu_can_be_served_too(bots: Callable[..., PapamuBot]) -> None:
    replies = session(lambda one: bots(one), "set_game konane width=6 height=6", "genmove b", "genmove w", "undo", "genmove w")
    assert replies[2] == replies[4] and all(reply.startswith("=") for reply in replies)


def test_the_example_passes_the_check_and_plays_a_match() -> None:
    engine = f"'{sys.executable}' '{FOLDER / 'examples' / 'openspiel_mcts.py'}' 4"
    program = (PROGRAM or ["papamu"])[0]
    environment = {**os.environ, "PYTHONPATH": str(FOLDER / "src")}

    def papamu(*arguments: str) -> str:
        command = [program, *arguments]
        # A machine that does other work, too, may be slow to start the engine and to search.
        run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    patient = ["--margin", "60000", "--startup", "60000"]
    none = "failed: 0 that a match needs, 0 that other programs need;"
    assert none in papamu("check", "-e", engine, "konane", "--size", "6", "-n", "2", *patient)
    assert none in papamu("check", "--rules", "-e", engine, "konane,width=10,height=7", *patient)
    engines = ["-e", f"mcts={engine}", "-e", f"papamu='{program}'"]
    match = papamu("match", "konane,width=6,height=6", *engines, "-n", "2", "--time", "20", *patient)
    assert "forfeit" not in match and "mcts - papamu" in match
