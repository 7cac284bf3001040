"""What the program writes and reads as JSON, against the schemas in docs/schemas, which describe every field."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parents[3] / "docs/schemas"
PAPAMU = os.environ.get("PAPAMU", "papamu")
GAMES = ["konane width=4 height=4", "kanga width=4 height=4", "send_it size=3", "kangaroo size=6"]
BOARDS = [
    *["konane width=6 height=5", "kanga width=5 height=5", "kanga width=4 height=4 suicide=allowed", "send_it size=3"],
    *["send_it board=square size=4 push=true", "kangaroo size=6 max_moves=30", "kangaroo size=6 resignation=off max_moves=20"],
    *["kangaroo size=6 obligatory=2 penalty=remove max_moves=40", "kanga width=6 height=6 max_moves=7"],
]


def complete(schema: Any) -> Any:
    """The schema, with which a field that it does not describe is wrong; by itself it accepts such fields."""
    if isinstance(schema, list):
        return [complete(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = lambda part: {**complete(part), "unevaluatedProperties": False} if isinstance(part, dict) else part
    result = {key: complete(value) for key, value in schema.items()}
    if "properties" in schema:
        result["properties"] = {name: closed(part) for name, part in schema["properties"].items()}
    if "prefixItems" in schema:
        result["prefixItems"] = [closed(part) for part in schema["prefixItems"]]
    for key in {"items", "additionalProperties"} & schema.keys():
        result[key] = closed(schema[key])
    return result


def read(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text())


def validator(name: str) -> Draft202012Validator:
    schema = read(name)
    assert not Draft202012Validator(schema).is_valid({"schema_version": 3}), f"{name}: an object without data would pass"
    return Draft202012Validator({**complete(schema), "unevaluatedProperties": False})


def printed(arguments: list[str], text: str = "", status: int = 0) -> list[Any]:
    """The lines of JSON that the program writes."""
    done = subprocess.run([PAPAMU, *arguments], input=text, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == status, done
    lines = [line.removeprefix("= ") for line in done.stdout.splitlines()]
    found = [json.loads(line) for line in lines if line.startswith("{")]
    assert found, done
    return found


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("state", "state"),
        ("history", "history"),
        ("games", "games"),
        ("lesson", "lesson 2"),
        ("puzzle", "puzzle 1 1 solution"),
        ("settings", "settings"),
        ("report", "analyze 1 nodes 2000 ownership json"),
        ("choice", "genmove b json\nreg_genmove w json"),
        ("moves", "solve moves 0.2 json"),
    ],
)
def test_replies(name: str, command: str) -> None:
    text = "".join(f"set_game {game}\ngenmove b\ngenmove w\n{command}\n" for game in GAMES)
    replies = printed(["--nodes", "300"], text)
    assert len(replies) >= len(GAMES)
    check = validator(name)
    for reply in replies:
        check.validate(reply)


def test_states_of_whole_games() -> None:
    """The fields of all games together are those of the schema."""
    check, seen = validator("state"), set()
    for seed, board in enumerate(BOARDS):
        talk = f"set_game {board}\nstate\n" + "genmove b\nstate\ngenmove w\nstate\n" * 100
        states = printed(["--level", "1", "--nodes", "50", "--seed", str(seed + 1)], talk)
        ends = [number for number, state in enumerate(states, 1) if state["result"]]
        assert ends, f"{board}: the game did not end"
        # The later ones are the same.
        for state in states[: ends[0]]:
            check.validate(state)
            seen |= state.keys()
    assert seen == read("state")["properties"].keys()


def test_queries_and_answers() -> None:
    queries: list[dict[str, Any]] = [
        {"id": "a", "game": "send_it,size=3", "nodes": 300, "turns": "all", "moves": ["C3"], "ownership": True, "komi": 0.5},
        {"id": "b", "game": "konane,width=4,height=4", "nodes": 300, "solve_ms": 1000, "avoid": ["A4"], "maxmoves": 2, "report_ms": 1},
        {"id": "c", "game": "kanga,width=4,height=4", "nodes": 300, "turns": [0], "depth": 2, "style": "whole"},
        {"id": "d", "game": "konane,width=4,height=4", "nodes": 300, "position": "x3/4/4/3o b", "time_ms": 10},
        {"id": "e", "game": "kangaroo,size=6", "nodes": 300, "solve_ms": 10},
        {"id": "v", "action": "query_version"},
        {"id": "f", "action": "terminate", "terminate_id": "a"},
    ]
    check = validator("query")
    for query in queries:
        check.validate(query)
    for wrong in [{"id": "a"}, {"id": "a", "game": "kanga", "colour": 1}, {"id": "a", "action": "stop"}]:
        assert not Draft202012Validator(read("query")).is_valid(wrong), wrong
    answers = printed(["analyze"], "".join(json.dumps(query) + "\n" for query in queries) + '{"id": 1}\n')
    assert len(answers) > len(queries)
    for answer in answers:
        validator("answer").validate(answer)


def test_matches_and_reviews(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    # The fault and the sequential test are in the records, too.
    players = [part for engine in [PAPAMU, PAPAMU, "echo ="] for part in ["-e", engine]]
    match = [PAPAMU, "match", "--nodes", "20", "-n", "4", *players, "--records", str(records), "send_it", "--size", "3"]
    subprocess.run(match, capture_output=True, timeout=600)
    games = [json.loads(line) for line in records.read_text().splitlines()]
    assert {game.get("reason") is None for game in games} == {True, False}
    for game in games:
        validator("record").validate(game)
    results = subprocess.run([PAPAMU, "results", "--json", str(records)], capture_output=True, check=True, timeout=600)
    validator("results").validate(json.loads(results.stdout))
    whole = 1 + [game.get("reason") for game in games].index(None)
    lines = printed(["review", "--json", "--nodes", "50", "--number", str(whole), str(records)])
    assert len(lines) > 3
    for line in lines:
        validator("review").validate(line)


def test_checks() -> None:
    """Of an engine that passes, and of one that does not."""
    for engine, status in [(PAPAMU, 0), ("echo =", 1)]:
        patient = ["--time", "20", "--startup", "60000", "--margin", "60000"]
        arguments = ["check", *patient, "--json", "-n", "2", "-e", engine, "kanga,width=4,height=4"]
        report = printed(arguments, status=status)[-1]
        assert report["passed"] == (status == 0)
        validator("check").validate(report)
