"""The engine's replies as dataclasses. protocol.md describes every field; unknown fields of later engines are ignored."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import BadReply

Color = Literal["black", "white"]
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
    start: str | None
    """Where the stone came from."""
    to: str | None


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
    captured: Sides[int]
    to_move: Color
    turn_number: int
    clicks: list[str]
    taken: list[str]
    can_end: bool
    legal_clicks: list[str]
    legal_ends: list[str]
    instruction: str
    last_turns: Sides[Turn | None]
    score: Score | None
    result: GameResult | None
    turns_played: int
    undoable: int
    redoable: int
    # Games that have no such thing leave these out.
    drops_left: int | None = None
    obligatory_moves_left: int | None = None
    resignations: list[Resignation] = field(default_factory=list)


@dataclass(frozen=True)
class VariationTurn:
    """A turn of a variation."""

    player: Color
    tokens: list[str]
    clicks: list[str]


@dataclass(frozen=True)
class Choice:
    """A move that the engine has chosen; `winrate` is its player's win probability, from 0 to 1."""

    player: Color
    move: str
    clicks: list[str]
    turn: Turn | None
    winrate: float | None
    proven: Literal["win", "loss"] | None
    nodes: int
    depth: int
    elapsed_ms: int
    pv: list[VariationTurn]


@dataclass(frozen=True)
class Move:
    """A move of an analysis."""

    move: str
    visits: int
    winrate: float
    proven: Literal["win", "loss"] | None
    pv: list[VariationTurn]


@dataclass(frozen=True)
class Report:
    """A report of an analysis, the best move first."""

    nodes: int
    nodes_per_second: int
    depth: int
    elapsed_ms: int
    moves: list[Move]


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


def read(kind: type[T], command: str, text: str) -> T:
    """Converts a command's JSON reply to a value of this type."""
    try:
        value: T = decode(kind, json.loads(text))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BadReply(f"{command}: the reply is not a {kind.__name__} in JSON ({error!r}): {text[:200]!r}") from error
    return value
