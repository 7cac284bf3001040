"""papamu as a bot of OpenSpiel."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from types import TracebackType

import pyspiel

from ..engine import Engine, count
from ..errors import BadReply, InvalidArgument
from ..types import Color
from .names import to_openspiel, to_papamu

COLORS: tuple[Color, Color] = ("black", "white")
"""The players by their numbers in OpenSpiel."""


class PapamuBot(pyspiel.Bot):
    """Plays `konane`, for the player to move of whatever state it is given.

    `seconds` or `nodes` limit each move, by default to one second; `level` is the strength from 1 to 10. `command` and `timeout`
    are those of `Engine`, and `engine` is the running engine, for further settings.

    The bot compares the history of a state with the game that it has followed, and plays the moves that are missing. So it needs
    no `inform_action`, and may change between games. It chooses only among the actions that the state allows: on boards with two
    odd sides and a white stone in the centre, OpenSpiel's game allows fewer first moves than papamu's.
    """

    def __init__(
        self,
        game: pyspiel.Game,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        level: int | None = None,
        command: str | Sequence[str] | None = None,
        timeout: float = 10.0,
    ) -> None:
        super().__init__()
        if seconds is not None and nodes is not None:
            raise InvalidArgument("seconds and nodes: give one of them")
        if game.get_type().short_name != "konane":
            raise InvalidArgument(f"papamu does not play OpenSpiel's {game.get_type().short_name}, but konane")
        limits = {
            "move_time_ms": None if seconds is None else count(seconds, 1000),
            "nodes": nodes,
            "level": level,
        }
        sizes = game.get_parameters()
        # A search that only nodes limit may take as long as it needs.
        self._thinking = math.inf if nodes else 1.0 if seconds is None else seconds
        self._seen = game.new_initial_state()
        self._is_in_step = True
        """Whether the engine has played the moves of `_seen`, and no others."""
        self.engine = Engine(
            "konane",
            command=command,
            timeout=timeout,
            width=sizes.get("columns", 8),
            height=sizes.get("rows", 8),
        )
        """The running engine."""
        try:
            for name, value in limits.items():
                if value is not None:
                    self.engine.set(name, value)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> PapamuBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine. Otherwise it ends when the bot is collected, or with the program."""
        self.engine.close()

    # What OpenSpiel calls.

    def step(self, state: pyspiel.State) -> int:
        """Chooses an action for the player to move."""
        self._follow(state)
        player = state.current_player()
        if player not in (0, 1):
            raise InvalidArgument("step: nobody is to move in this state")
        actions = {state.action_to_string(player, action): action for action in state.legal_actions()}
        self._is_in_step = False  # until the engine has answered: a KeyboardInterrupt may come before or after the move
        action: int = actions[self._choose(COLORS[player], actions.keys())]
        self._seen.apply_action(action)
        self._is_in_step = True
        return action

    def inform_action(self, state: pyspiel.State, player_id: int, action: int) -> None:
        """Follows an action that another player has chosen in this state."""
        self._follow(state)
        self._play(action)

    def provides_force_action(self) -> bool:
        """Says that `force_action` can be called."""
        return True

    def force_action(self, state: pyspiel.State, action: int) -> None:
        """Follows an action that was chosen for this bot."""
        self.inform_action(state, state.current_player(), action)

    def restart(self) -> None:
        """Begins a new game."""
        self.engine.ask("clear_board")
        self._seen = self._seen.get_game().new_initial_state()
        self._is_in_step = True

    def restart_at(self, state: pyspiel.State) -> None:
        """Begins in the middle of a game."""
        self.restart()
        self._follow(state)

    # The game in papamu.

    def _choose(self, color: Color, allowed: Collection[str]) -> str:
        """Lets papamu choose and play one of these moves."""
        command, moves = f"genmove {color}", [to_openspiel(token) for token in self.engine.legal_moves()]
        common = [move for move in moves if move in allowed]
        if not common:
            raise BadReply(f"legal_moves: none of papamu's moves is legal in this state: {' '.join(moves)}")
        if len(common) < len(moves):
            command = f"genmove_analyze {color} maxmoves 1 allow {color} {','.join(map(to_papamu, common))}"
        reply = self.engine.ask(command, self._thinking + self.engine.timeout)
        move = to_openspiel(reply.rpartition(" ")[2])
        if move not in common:
            raise BadReply(f"{command}: {reply[-200:]!r} is not one of the moves {' '.join(common)}")
        return move

    def _play(self, action: int) -> None:
        player = self._seen.current_player()
        self.engine.play(COLORS[player], to_papamu(self._seen.action_to_string(player, action)))
        self._seen.apply_action(action)

    def _follow(self, state: pyspiel.State) -> None:
        """Plays the moves that lead to a state."""
        seen, history = self._seen.history(), state.history()
        if not self._is_in_step or history[: len(seen)] != seen:
            self.restart()
            seen = []
        for action in history[len(seen) :]:
            self._play(action)
        if str(self._seen) != str(state):
            raise InvalidArgument("the state does not follow from its history: it must begin with the start of the bot's game")
