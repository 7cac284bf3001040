"""Bots of OpenSpiel as engines: they speak papamu's protocol."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from typing import IO

import pyspiel

from .konane import KonaneGame
from .names import to_papamu

UNCHANGED = {"a1": "auto", "opening": "choose", "max_moves": "0"}
"""Options of papamu that OpenSpiel does not have, with the value that is its rule. `repetition` has no effect in Kōnane."""
GAME_MISSING = (
    "this build of OpenSpiel has no konane (the wheel 2.0.2 does not): call papamu.openspiel.register_konane() first, or build"
    " OpenSpiel from its repository"
)


def serve(
    bot: pyspiel.Bot | Callable[[pyspiel.Game], pyspiel.Bot],
    *,
    name: str | None = None,
    commands: IO[str] | None = None,
    replies: IO[str] | None = None,
) -> None:
    """Lets a bot play Kōnane in papamu's protocol, until `quit` or the end of the input.

    `bot` is a bot, or a function that makes one for a game of OpenSpiel; it is called for each `set_game`. `name` is the reply to
    the command `name`. Commands are read from standard input and answered on standard output, unless you give other files.
    Whatever the bot prints goes to standard error.
    """
    if "konane" not in pyspiel.registered_names():
        raise RuntimeError(GAME_MISSING)
    replies = replies or sys.stdout
    # Invalid UTF-8 never forms a command, and must not end the session.
    commands = commands or open(sys.stdin.fileno(), errors="replace", closefd=False)
    with redirect_stdout(sys.stderr):
        server = _Server(bot, name)
        for line in commands:
            words = line.partition("#")[0].split()
            number = words.pop(0) if words and words[0].isdecimal() else ""
            if not words and not number:
                continue
            try:
                sign, text = "=", server.answer(words)
            except _Refusal as refusal:
                sign, text = "?", str(refusal)
            except Exception as error:  # whatever a bot raises; the session goes on
                traceback.print_exc()
                sign, text = "?", f"the bot has failed: {type(error).__name__}: {_line(error)}"
            # The lines of a longer reply stand below the sign.
            space = "" if not text or text.startswith("\n") else " "
            replies.write(f"{sign}{number}{space}{text}\n\n")
            replies.flush()
            if words[:1] == ["quit"]:
                break


class _Refusal(Exception):
    """A command that cannot be executed; nothing has changed."""


class _Server:
    """A game, and the bot that plays it."""

    def __init__(self, bot: pyspiel.Bot | Callable[[pyspiel.Game], pyspiel.Bot], name: str | None) -> None:
        self._make_bot = (lambda _: bot) if isinstance(bot, pyspiel.Bot) else bot
        self._name = name
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "genmove": self._genmove,
            "known_command": lambda words: str(bool(words) and words[0] in self._commands).lower(),
            "legal_moves": lambda _: " ".join(sorted(self._legal())),
            "list_commands": lambda _: "\n".join(self._commands),
            "name": lambda _: self._name or type(self._bot).__name__,
            "play": self._play,
            "protocol_version": lambda _: "2",
            "quit": lambda _: "",
            "set_game": self._set_game,
            "set_position": self._set_position,
            "showboard": lambda _: "".join(f"\n{line}" for line in str(self._state).splitlines() if line.strip()),
            "undo": self._undo,
            "version": lambda _: _version(),
        }
        self._set_game(["konane"])

    def answer(self, words: list[str]) -> str:
        """Executes a command, and returns the text of its reply."""
        if not words or words[0] not in self._commands:
            raise _Refusal(f"unknown command: {' '.join(words[:1])}; list_commands lists the commands")
        return self._commands[words[0]](words[1:])

    # Games and positions.

    def _set_game(self, words: list[str]) -> str:
        if words[:1] != ["konane"]:
            raise _Refusal(f"syntax error: no game '{' '.join(words[:1])}'; konane is the only one")
        options = dict(word.partition("=")[::2] for word in words[1:])
        size = {side: options.pop(name, "8") for side, name in (("rows", "height"), ("columns", "width"))}
        options.pop("repetition", None)
        for name, value in options.items():
            if UNCHANGED.get(name) != value:
                raise _Refusal(f"syntax error: OpenSpiel's konane has no {name}={value}; its options are width and height")
        if not all(re.fullmatch("[0-9]{1,3}", value) for value in size.values()):
            raise _Refusal(f"syntax error: {size['columns']}x{size['rows']} is not a size; width and height are numbers")
        try:
            game = pyspiel.load_game("konane", {side: int(value) for side, value in size.items()})
        except Exception as error:  # OpenSpiel's own, and those of a game in Python
            raise _Refusal(f"unacceptable size: {_line(error)}") from error
        self._bot = self._make_bot(game)
        self._game = game
        return self._clear_board([])

    def _clear_board(self, words: list[str]) -> str:
        self._begin(self._game.new_initial_state())
        return ""

    def _set_position(self, words: list[str]) -> str:
        if not isinstance(self._game, KonaneGame):
            raise _Refusal("cannot set up: OpenSpiel's own konane begins with the full board; play the moves instead")
        try:
            start = self._game.new_initial_state(" ".join(words))
        except ValueError as error:
            raise _Refusal(f"syntax error: {_line(error)}") from error
        self._begin(start)
        return ""

    def _undo(self, words: list[str]) -> str:
        history = self._state.history()
        if not history:
            raise _Refusal("cannot undo: no move has been played")
        self._begin(self._start, history[:-1])
        return ""

    def _begin(self, start: pyspiel.State, actions: Sequence[int] = ()) -> None:
        """Begins with a position and these actions."""
        self._start, self._state = start, start.clone()
        for action in actions:
            self._state.apply_action(action)
        try:
            if actions or str(start) != str(self._game.new_initial_state()):
                self._bot.restart_at(self._state)
            else:
                self._bot.restart()
        except pyspiel.SpielError:  # not every bot can begin in the middle of a game: show it the moves
            self._bot.restart()
            state = start.clone()
            for action in actions:
                self._bot.inform_action(state, state.current_player(), action)
                state.apply_action(action)

    def _final_score(self, words: list[str]) -> str:
        if not self._state.is_terminal():
            return "none"
        return "B+1" if self._state.returns()[0] > 0 else "W+1"

    # Moves.

    def _legal(self) -> dict[str, int]:
        """The actions that OpenSpiel allows, by their names in the protocol."""
        state = self._state
        if state.is_terminal():
            return {}
        return {to_papamu(state.action_to_string(state.current_player(), action)): action for action in state.legal_actions()}

    def _to_move(self, color: str) -> None:
        """Refuses a move out of turn."""
        player = "bw".find(color[:1].lower()) if color.lower() in ("b", "w", "black", "white") else -1
        if player < 0:
            raise _Refusal(f"syntax error: '{color}' is not a colour; colours are b and w")
        if not self._state.is_terminal() and player != self._state.current_player():
            raise _Refusal(f"illegal move: it is {'White' if player == 0 else 'Black'}'s turn")

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise _Refusal("syntax error: usage: play COLOR MOVE")
        self._to_move(words[0])
        # Vertices may be joined, as in papamu.
        action = self._legal().get(re.sub(r"(?<=\d)(?=[A-Z])", "-", words[1].upper()))
        if action is None:
            raise _Refusal(f"illegal move: OpenSpiel's konane does not allow {words[1]} here")
        self._bot.inform_action(self._state, self._state.current_player(), action)
        self._state.apply_action(action)
        return ""

    def _genmove(self, words: list[str]) -> str:
        if len(words) != 1:
            raise _Refusal("syntax error: usage: genmove COLOR")
        self._to_move(words[0])
        if self._state.is_terminal():
            return "resign" if self._final_score([])[0].lower() != words[0][0].lower() else "PASS"
        action = self._bot.step(self._state)
        for token, legal in self._legal().items():
            if legal == action:
                self._state.apply_action(action)
                return token
        raise _Refusal(f"the bot has failed: it chose the action {action}, which is not legal")


def _version() -> str:
    try:
        return version("open_spiel")
    except PackageNotFoundError:  # built from its repository, and not installed
        return "unknown"


def _line(error: Exception) -> str:
    """The message of an exception, on one line."""
    return " ".join(str(error).split())
