"""The engine's replies as dataclasses. protocol.md describes every field; unknown fields of later engines are ignored."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import BadReply

Color = Literal["black", "white"]
Proven = Literal["win", "loss"]
Result = Literal["win", "draw", "loss"]
Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
T = TypeVar("T")


@dataclass(frozen=True)
class Sides(Generic[T]):
    """A value for each side."""

    black: T
    white: T


@dataclass(frozen=True)
class Cell:
    """A cell of the board, with its centre in units of a cell; y points up."""

    name: str
    column: int
    row: int
    x: float
    y: float


@dataclass(frozen=True)
class Turn:
    """A turn that was played. A forfeit has the text "resign" or "timeout" and no clicks."""

    player: Color
    text: str | None
    clicks: list[str]
    dropped: list[str]
    captured: list[str]
    recoloured: list[str]
    """The stones that changed colour, which are not captured."""
    blocked: list[str]
    """The cells that became blocked."""
    start: str | None
    """Where the stone came from."""
    to: str | None
    time_ms: int | None = None
    """Milliseconds since the previous turn."""


@dataclass(frozen=True)
class History:
    """The turns played so far."""

    turns: list[Turn]


@dataclass(frozen=True)
class Score:
    """The current points, in games that count them."""

    points: Sides[float]
    result: str
    controlled: Sides[list[str]] | None


@dataclass(frozen=True)
class Clock:
    """The time that a player has left, for a number of moves or periods, which is 0 in the main time."""

    ms: int
    stones: int


@dataclass(frozen=True)
class Resignation:
    """A way to end the game by giving up a stone, and its result."""

    token: str
    result: str
    winner: Color | None


@dataclass(frozen=True)
class GameResult:
    """How the game ended: `text` such as "B+3", and a sentence for people."""

    text: str
    winner: Color | None
    margin: float | None
    reason: str
    sentence: str


@dataclass(frozen=True)
class State:
    """Everything that a board displays."""

    game: str
    title: str
    options: dict[str, int | str]
    komi: float
    position: str
    repetition: int
    cell_shape: Literal["square", "hexagon"]
    cells: list[Cell]
    stones: Sides[list[str]]
    stones_now: Sides[list[str]]
    blocked: list[str]
    """The cells that are neither empty nor hold a stone."""
    captured: Sides[int]
    to_move: Color
    turn_number: int
    clicks: list[str]
    unfinished: list[str]
    """The clicks of the move that is not complete: the last of `clicks`."""
    taken: list[str]
    can_end: bool
    left_in_turn: int | None
    """How many more moves the player may make in this turn; `None` in games that do not limit them, and after the end."""
    turns_in_a_row: int | None
    """How many turns in a row the player to move still has to make, because the opponent cannot move; `None` if there are none."""
    legal_clicks: list[str]
    legal_ends: list[str]
    resignations: list[Resignation]
    """The resignations that the game's own rules allow now; empty in games without them."""
    instruction: str
    last_turns: Sides[Turn | None]
    score: Score | None
    result: GameResult | None
    winning: list[str]
    """The cells that have won the game; empty while it goes on, and in games that are not won by stones in a certain place."""
    turns_played: int
    undoable: int
    redoable: int
    style: Literal["whole", "steps"] = "whole"
    clocks: Sides[Clock] | None = None


@dataclass(frozen=True)
class VariationTurn:
    """A turn of a variation."""

    player: Color
    tokens: list[str]
    clicks: list[str]


@dataclass(frozen=True)
class Choice:
    """A move that the engine has chosen; `winrate` is its player's expected score, from 0 (a loss) to 1 (a win)."""

    player: Color
    move: str
    clicks: list[str]
    turn: Turn | None
    winrate: float | None
    proven: Proven | None
    nodes: int
    depth: int
    elapsed_ms: int
    pv: list[VariationTurn]


@dataclass(frozen=True)
class Move:
    """A move of an analysis. Its value is that for the player to move."""

    move: str
    visits: int
    """Positions visited for this move. This says nothing about its quality."""
    depth: int
    """The depth of the search that gave the value, in plies."""
    bound: Literal["lower", "upper"] | None
    """Whether the value is only a bound; `None` if it is exact at this depth."""
    winrate: float
    """The expected score, from 0 (a loss) to 1 (a win)."""
    score: float | None
    """The expected lead in points at the end of the game; `None` in games without points."""
    proven: Proven | None
    win_in: int | None
    """Within how many turns, counting those of both players, a won game can be ended; `None` if that is not known."""
    loss_in: int | None
    pv: list[VariationTurn]


@dataclass(frozen=True)
class Report:
    """A report of an analysis, the best move first. Its value is that of the position, for the player to move."""

    final: bool
    """Whether it is the last report."""
    nodes: int
    nodes_per_second: int
    depth: int
    elapsed_ms: int
    winrate: float | None
    """The expected score, from 0 (a loss) to 1 (a win); `None` after the end of the game."""
    score: float | None
    """The expected lead in points at the end of the game; `None` in games without points."""
    proven: Proven | None
    win_in: int | None
    loss_in: int | None
    moves: list[Move]
    ownership: list[float] | None = None
    """If you asked for it: the expected owner of each cell, from 1 (Black) to -1 (White), in the order of `State.cells`."""


@dataclass(frozen=True)
class Solved:
    """The result with perfect play for the player to move, and a move that keeps a win or a draw."""

    result: Literal["win", "draw", "loss", "unknown"]
    move: str | None


@dataclass(frozen=True, kw_only=True)
class Answer(Report):
    """The report on a position of a query."""

    id: str
    positions: int
    """The number of positions that the query asks for."""
    turn: int
    """The number of turns played before the position."""
    to_move: Color
    """The player to move; after the end of the game, the player who would have moved next."""
    result: str | None
    """The result of a finished game, such as "B+3"."""
    terminated: bool
    """Whether the query was terminated before the analysis was complete."""
    solved: Solved | None = None
    """If you asked for it: the result with perfect play."""


@dataclass(frozen=True)
class TurnReview:
    """The review of a turn. All values are those of the player who made it."""

    turn: int
    """The number of the turn, from 1."""
    player: Color
    played: str
    winrate_before: float
    winrate_after: float
    score_before: float | None
    """The expected lead in points; `None` in games without points."""
    score_after: float | None
    proven_before: Result | None
    proven_after: Result | None
    lost: float
    """By how much the expected score fell, at least 0."""
    accuracy: float | None
    """In per cent; `None` if the turn does not count because the game was decided."""
    verdict: Verdict
    gave_away: Literal["win", "draw"] | None
    """The proven result that the turn gave away."""
    best: str
    pv: list[VariationTurn]
    """The principal variation that begins with the best turn."""


@dataclass(frozen=True)
class Summary:
    """A summary of the turns of one player."""

    player: Color
    turns: int
    accuracy: float | None
    """The mean accuracy in per cent; `None` if no turn counts."""
    verdicts: dict[Verdict, int]
    """The number of turns with each verdict."""
    wins_given_away: int
    draws_given_away: int
    worst: list[int]
    """The numbers of the turns that lost the most, at most three, the worst first."""


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    turns: list[TurnReview]
    complete: bool
    """Whether all turns were reviewed, and not only the first ones."""
    summaries: Sides[Summary]


_hints = cache(get_type_hints)
_NAMES = {"start": "from"}
"""Fields whose JSON names are Python keywords."""


def decode(kind: Any, value: Any) -> Any:
    """Converts parsed JSON to a value of this type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        if value is None:
            return None
        inner = [argument for argument in arguments if argument is not type(None)]
        return decode(inner[0], value) if len(inner) == 1 else value
    if origin is list:
        return [decode(arguments[0], item) for item in value]
    if origin is Sides:
        return Sides(decode(arguments[0], value["black"]), decode(arguments[0], value["white"]))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        names = {item.name: _NAMES.get(item.name, item.name) for item in fields(kind)}
        optional = {item.name for item in fields(kind) if (item.default, item.default_factory) != (MISSING, MISSING)}
        present = {item: name for item, name in names.items() if name in value or item not in optional}
        return kind(**{item: decode(hints[item], value[name]) for item, name in present.items()})
    return value


def convert(kind: type[T], command: str, value: Any) -> T:
    """Converts the parsed JSON of a reply to a value of this type."""
    try:
        converted: T = decode(kind, value)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise BadReply(f"{command}: the reply is not a {kind.__name__} ({error!r}): {str(value)[:200]}") from error
    return converted


def read(kind: type[T], command: str, text: str) -> T:
    """Converts a command's JSON reply to a value of this type."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadReply(f"{command}: the reply is not a {kind.__name__} in JSON ({error!r}): {text[:200]!r}") from error
    return convert(kind, command, value)
