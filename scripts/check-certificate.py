#!/usr/bin/env python3
"""Check a certificate of Kōnane, which `papamu solve konane --certificate FILE` wrote.

Usage: check-certificate.py FILE

An independent checker, which shares no code with papamu and needs only Python. docs/proofs.md
describes the format. It follows the winner's plan against all replies, and searches positions that the
plan omits. It prints the winner and the number of positions, and exits with 0 if the certificate
proves its claim, and with 1 and a message if not. It takes a thousand times as long as `papamu verify`.
"""

import re
import sys

COLORS = {"b": "black", "w": "white"}
OTHER = {"b": "w", "w": "b"}
LETTERS = "ABCDEFGHJKLMNOPQ"  # no I


class Flaw(Exception):
    """Why a certificate is not a proof."""


class Board:
    """The vertices, numbered row by row from the top, and the jumps between them."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        vertices = [divmod(vertex, width) for vertex in range(width * height)]
        self.names = {f"{LETTERS[column]}{height - row}": row * width + column for row, column in vertices}
        # The symmetries of the board that keep the colours of the vertices.
        down, across = height - 1, width - 1
        ways = [lambda r, c, a=a, b=b: (abs(a - r), abs(b - c)) for a in (0, down) for b in (0, across)]
        if width == height:
            ways += [lambda r, c, way=way: way(r, c)[::-1] for way in ways]
        keeping = [way for way in ways if all((sum(way(r, c)) - r - c) % 2 == 0 for r, c in vertices)]
        self.mirrors = [[r * width + c for r, c in (way(*vertex) for vertex in vertices)] for way in keeping]
        # For each vertex and direction, the vertices in that direction, nearest first.
        self.rays = []
        for row, column in vertices:
            up = [r * width + column for r in range(row - 1, -1, -1)]
            down = [r * width + column for r in range(row + 1, height)]
            left = [row * width + c for c in range(column - 1, -1, -1)]
            right = [row * width + c for c in range(column + 1, width)]
            self.rays.append([up, down, left, right])

    def read(self, text):
        """Parses 'xo1x/… b': the stones of the vertices, as a string of 'b', 'w' and '.', and the player to move."""
        rows, _, player = text.partition(" ")
        lines = re.sub(r"\d\d?", lambda digits: "." * int(digits[0]), rows).split("/")
        right = len(lines) == self.height and all(len(line) == self.width for line in lines)
        if not right or set(rows) - set("xo/0123456789") or player not in COLORS:
            raise Flaw(f"'{text}' is not a position of this board")
        return "".join(lines).replace("x", "b").replace("o", "w"), player

    def standard(self, position):
        """The canonical position, which is the same for all mirror images."""
        stones, player = position
        return min("".join(stones[vertex] for vertex in mirror) for mirror in self.mirrors), player

    def openings(self, stones, player):
        """The removals that are legal in the first two moves; None later in the game."""
        empty = stones.count(".")
        if empty > 1:
            return None
        if empty == 1:
            hole = stones.index(".")
            return [ray[0] for ray in self.rays[hole] if ray and stones[ray[0]] == player]
        found = []
        for vertex in range(len(stones)):
            row, column = divmod(vertex, self.width)
            corner = row in (0, self.height - 1) and column in (0, self.width - 1)
            # Twice the distances from the centre lines.
            down, across = abs(2 * row - self.height + 1), abs(2 * column - self.width + 1)
            both_odd = self.width % 2 == 1 and self.height % 2 == 1
            middle = down + across <= 2 if both_odd else down <= 1 and across <= 1
            if stones[vertex] == player and (corner or middle):
                found.append(vertex)
        return found

    def moves(self, position):
        """All moves: (from, to, captured stones). For a removal, all three are the same vertex."""
        stones, player = position
        removals = self.openings(stones, player)
        if removals is not None:
            return [(vertex, vertex, (vertex,)) for vertex in removals]
        found = []
        for start, stone in enumerate(stones):
            if stone != player:
                continue
            for ray in self.rays[start]:
                gone = (start,)
                for over, to in zip(ray[0::2], ray[1::2]):
                    if stones[over] != OTHER[player] or stones[to] != ".":
                        break
                    gone += (over,)
                    found.append((start, to, gone))
        return found

    def play(self, position, move):
        stones, player = position
        start, to, gone = move
        board = list(stones)
        for vertex in gone:
            board[vertex] = "."
        if to != start:
            board[to] = player
        return "".join(board), OTHER[player]

    def turn(self, position, text):
        """Parses a move such as 'D5', 'C3-E3' or 'C3-E3-G3'."""
        names = text.split("-")
        for move in self.moves(position):
            start, to, _ = move
            if self.names.get(names[0]) == start and self.names.get(names[-1]) == to:
                return move
        raise Flaw(f"'{text}' is not legal in {position}")


def read(path):
    """The board, the start, the winner, the function that unifies mirror images (if any), and the plan."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    try:
        version = lines[0].removeprefix("papamu certificate ")
        word, game, *pairs = lines[1].split(" ")
        options = dict(pair.split("=") for pair in pairs)
        board = Board(int(options["width"]), int(options["height"]))
        start = board.read(lines[2].removeprefix("position "))
        winner = {"claim black": "b", "claim white": "w"}[lines[3]]
        if version not in ("1", "2") or (word, game) != ("game", "konane") or options["max_moves"] != "0":
            raise ValueError
        first = 4 if version == "1" else 5
        if version == "2" and not lines[4].startswith("search "):
            raise ValueError
        word, color, count = lines[first].split(" ")
        plan = {}
        for line in lines[first + 1 :]:
            turn, position = line.split(" ", 1)
            position = board.read(position)
            plan[board.standard(position) if version == "2" else position] = position, turn
        if (word, color) != ("plan", COLORS[winner]) or int(count) != len(lines) - first - 1:
            raise ValueError
    except (ValueError, KeyError, IndexError):
        raise Flaw("this is not a certificate of Kōnane") from None
    return board, start, winner, board.standard if version == "2" else None, plan


def check(board, start, winner, standard, plan):
    """Plays the plan against all replies, and returns the number of positions visited. With `standard`, mirror images
    count as the same position, and the plan may omit positions."""
    wins = {}

    def search(position):
        """Whether the player to move wins, by exhaustive search."""
        if position not in wins:
            after = [board.play(position, move) for move in board.moves(position)]
            # Fewest replies first, because the others may not have to be searched.
            after.sort(key=lambda reply: len(board.moves(reply)))
            wins[position] = any(not search(reply) for reply in after)
        return wins[position]

    seen, open_positions = set(), [start]
    while open_positions:
        position = open_positions.pop()
        key = standard(position) if standard else position
        if key in seen:
            continue
        seen.add(key)
        if position[1] == winner:
            if key in plan:
                position, turn = plan[key]
                after = [board.play(position, board.turn(position, turn))]
            elif standard and search(position):
                continue
            else:
                raise Flaw(f"nothing shows that {COLORS[winner]} wins {position}")
        else:
            # A player who cannot move loses, so without a reply the winner has won. Every move captures: all games end.
            after = [board.play(position, move) for move in board.moves(position)]
        open_positions += after
    return len(seen) + len(wins)


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if len(sys.argv) == 2 else 2
    try:
        board, start, winner, standard, plan = read(sys.argv[1])
        count = check(board, start, winner, standard, plan)
    except (Flaw, OSError, UnicodeDecodeError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 1
    print(f"{COLORS[winner]}: {count} positions")


if __name__ == "__main__":
    sys.exit(main())
