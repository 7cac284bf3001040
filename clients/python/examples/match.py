"""Plays a match between two engines: level 1 against level 4 of papamu."""

from papamu import Engine


def play(levels: dict[str, int]) -> str:
    """A game; returns its result."""
    with Engine("kanga", width=5, height=5) as black, Engine("kanga", width=5, height=5) as white:
        black.set("level", levels["black"])
        white.set("level", levels["white"])
        mover, other = black, white
        while (state := mover.state()).result is None:
            choice = mover.genmove(state.to_move, seconds=0.1)
            other.play(state.to_move, choice.move)
            if mover.state().to_move != state.to_move:
                mover, other = other, mover
        return state.result.text


for game in range(4):
    levels = {"black": 4, "white": 1} if game % 2 == 0 else {"black": 1, "white": 4}
    print(f"game {game + 1}: level {levels['black']} as Black, level {levels['white']} as White: {play(levels)}")
