"""Kōnane's rules for builds of OpenSpiel without the game, such as the wheel 2.0.2.

Parameters, names of actions and rules are those of OpenSpiel's own `konane`, which is written in C++ and much faster. The
numbers of the actions may differ, and there are no observation tensors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pyspiel

SIZES = range(4, 17)
"""The numbers of rows and columns that papamu plays."""

_TYPE = pyspiel.GameType(
    short_name="konane",
    long_name="Kōnane",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"rows": 8, "columns": 8},
)


def register_konane() -> bool:
    """Registers these rules as `konane`, unless this build of OpenSpiel has the game. Returns whether it did."""
    if "konane" in pyspiel.registered_names():
        return False
    pyspiel.register_game(_TYPE, KonaneGame)
    return True


class Board:
    """What all positions of a size share. Sets of cells are integers with a bit for each: a1 is bit 0, b1 bit 1."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.area = rows, columns, rows * columns
        cells = [(cell % columns, cell // columns) for cell in range(self.area)]
        self.names = [f"{chr(ord('a') + x)}{y + 1}" for x, y in cells]
        self.all = (1 << self.area) - 1
        self.black = sum(1 << cell for cell, (x, y) in enumerate(cells) if (x + rows - 1 - y) % 2 == 0)
        self.corners = sum(1 << cell for cell in (0, columns - 1, self.area - columns, self.area - 1))
        # The vertices around the centre. With two odd sides that is the centre alone, which may be White's.
        near = [cell for cell, (x, y) in enumerate(cells) if max(abs(2 * x + 1 - columns), abs(2 * y + 1 - rows)) <= 1]
        self.first = (self.corners | sum(1 << cell for cell in near)) & self.black
        self.not_right, self.not_left = (
            sum(1 << cell for cell, (x, _) in enumerate(cells) if x != edge) for edge in (columns - 1, 0)
        )

    def __deepcopy__(self, memo: object) -> Board:
        return self  # OpenSpiel copies the attributes of a state for each node of a search

    def beside(self, cells: int) -> int:
        """The neighbours of these cells."""
        across = (cells & self.not_right) << 1 | (cells & self.not_left) >> 1
        return (across | cells << self.columns | cells >> self.columns) & self.all

    def jumps(self, theirs: int, empty: int) -> Iterator[tuple[int, int]]:
        """For each direction the distance of a jump, and the cells from which there is one over an enemy stone."""
        up = self.columns
        right, left = theirs & self.not_right, theirs & self.not_left
        yield 2, (right & empty >> 1) >> 1 & self.not_right
        yield -2, (left & empty << 1) << 1 & self.not_left
        yield 2 * up, (theirs & empty >> up) >> up
        yield -2 * up, (theirs & empty << up) << up


_board = cache(Board)


class KonaneGame(pyspiel.Game):
    """The game, with the parameters `rows` and `columns`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rows, columns = ((params or {}).get(name, 8) for name in ("rows", "columns"))
        if rows not in SIZES or columns not in SIZES:
            raise ValueError(f"konane has no board of {columns}x{rows}: rows and columns are {SIZES[0]} to {SIZES[-1]}")
        self.board = _board(rows, columns)
        area = self.board.area
        info = pyspiel.GameInfo(
            num_distinct_actions=area * area,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=area,
        )
        super().__init__(_TYPE, info, {"rows": rows, "columns": columns})

    def new_initial_state(self, position: str | None = None) -> KonaneState:
        """The start of a game, or a position in papamu's notation: "x3/1xo1/1ox1/4 w"."""
        state = KonaneState(self)
        if position is not None:
            state.set_up(position)
        return state


class KonaneState(pyspiel.State):
    """A position. The action `area * start + end` is a jump, or a removal if both are the same cell."""

    def __init__(self, game: KonaneGame) -> None:
        super().__init__(game)
        self._board = board = game.board
        self._stones = (board.black, board.all ^ board.black)
        self._player = 0
        self._is_over = False

    def set_up(self, position: str) -> None:
        """Sets a position up."""
        board = self._board
        match = re.fullmatch(r"([xo\d/]+) ([bw])", position)
        rows = re.sub(r"\d+", lambda run: "." * int(run[0][:3]), match[1]).split("/")[::-1] if match else []
        if not match or len(rows) != board.rows or any(len(row) != board.columns for row in rows):
            raise ValueError(f"'{position}' is not a position of {board.columns}x{board.rows}, such as 'x3/1xo1/1ox1/4 w'")
        cells = "".join(rows)
        black, white = (sum(1 << cell for cell, stone in enumerate(cells) if stone == color) for color in "xo")
        self._stones, self._player = (black, white), "bw".index(match[2])
        self._is_over = not self._can_move()

    # What OpenSpiel calls.

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self._is_over else self._player

    def _legal_actions(self, player: int) -> list[int]:
        board, mine, theirs = self._board, self._stones[player], self._stones[1 - player]
        area, empty = board.area, self._empty()
        if empty & (empty - 1) == 0:
            return [cell * (area + 1) for cell in _cells(self._removable())]
        actions = []
        for distance, jumps in board.jumps(theirs, empty):
            starts, length = mine & jumps, distance
            while starts:
                actions += [cell * (area + 1) + length for cell in _cells(starts)]
                starts &= jumps >> length if length > 0 else jumps << -length
                length += distance
        actions.sort()
        return actions

    def _apply_action(self, action: int) -> None:
        board, (mine, theirs) = self._board, self._stones[:: 1 if self._player == 0 else -1]
        start, end = divmod(action, board.area)
        mine ^= 1 << start
        if start != end:
            mine ^= 1 << end
            step = 1 if abs(end - start) < board.columns else board.columns
            for cell in range(min(start, end) + step, max(start, end), 2 * step):
                theirs ^= 1 << cell
        self._stones = (mine, theirs) if self._player == 0 else (theirs, mine)
        self._player = 1 - self._player
        self._is_over = not self._can_move()

    def _action_to_string(self, player: int, action: int) -> str:
        start, end = divmod(action, self._board.area)
        names = self._board.names
        return names[start] if start == end else names[start] + names[end]

    def is_terminal(self) -> bool:
        return self._is_over

    def returns(self) -> list[float]:
        """A player who cannot move loses."""
        black = 0.0 if not self._is_over else -1.0 if self._player == 0 else 1.0
        return [black, -black]

    def __str__(self) -> str:
        columns, (black, white) = self._board.columns, self._stones
        signs = ["x" if black >> cell & 1 else "o" if white >> cell & 1 else "." for cell in range(self._board.area)]
        rows = [f"{1 + cell // columns:2} {' '.join(signs[cell : cell + columns])}" for cell in range(0, len(signs), columns)]
        letters = " ".join(name[0] for name in self._board.names[:columns])
        return "\n".join([*rows[::-1], f"   {letters}", f"{'xo'[self._player]} to move"])

    # The rules.

    def _empty(self) -> int:
        return self._board.all & ~(self._stones[0] | self._stones[1])

    def _removable(self) -> int:
        """The stones that the player may remove in the two opening moves."""
        empty = self._empty()
        near = self._board.beside(empty) if empty else self._board.first
        return near & self._stones[self._player]

    def _can_move(self) -> bool:
        empty, mine = self._empty(), self._stones[self._player]
        if empty & (empty - 1) == 0:
            return self._removable() != 0
        return any(mine & jumps for _, jumps in self._board.jumps(self._stones[1 - self._player], empty))


def _cells(cells: int) -> Iterator[int]:
    """The cells of a set, in ascending order."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1
