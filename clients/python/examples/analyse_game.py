"""Analyses all positions of a game, two at a time, and prints the expected score and the best line of each."""

import asyncio

from papamu import Analysis, Answer

MOVES = ["D4", "E5", "C3", "B2", "D3"]


async def main() -> None:
    found: dict[int, Answer] = {}
    async with Analysis(threads=2) as analysis:
        async for answer in analysis.answers("kanga", MOVES, nodes=2000, maxmoves=1):
            found[answer.turn] = answer
    for turn, answer in sorted(found.items()):
        best = answer.moves[0]
        line = " ".join("".join(variation.tokens) for variation in best.pv[:4])
        print(f"{turn}  {answer.to_move} {100 * best.winrate:.0f} %  {line}")


asyncio.run(main())
