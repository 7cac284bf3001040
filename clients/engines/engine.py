"""A Kōnane engine that plays random moves, as a start for yours: docs/write-an-engine.md explains it."""
import random, re, sys
LETTERS = "ABCDEFGHJKLMNOPQ"  # the letter I is skipped
COMMANDS = ["genmove", "legal_moves", "list_commands", "play", "quit", "set_game", "set_position"]
board, width, height, turn = {}, 8, 8, "x"  # a cell (x, y) holds "x" for Black's stone, "o" for White's, or "."

def legal_moves():  # each with its cells: all become empty, but for the last one of a jump, where the stone lands
    name = {(x, y): f"{LETTERS[x]}{y + 1}" for x, y in board}
    empty, mine = ([cell for cell in board if board[cell] == what] for what in (".", turn))
    if not empty:  # the first move removes a stone from a corner or from the middle
        return {name[x, y]: [(x, y)] for x, y in mine if x in (0, width - 1) and y in (0, height - 1)
                or abs(2 * x - width + 1) + abs(2 * y - height + 1) <= 2}
    if len(empty) == 1:  # the second move removes a stone beside the first
        return {name[x, y]: [(x, y)] for x, y in mine if abs(x - empty[0][0]) + abs(y - empty[0][1]) == 1}
    moves = {}
    for start in mine:  # the others jump over enemy stones in a straight line
        for dx, dy in (1, 0), (-1, 0), (0, 1), (0, -1):
            path, (x, y) = [start], start
            while board.get((x + dx, y + dy), ".") not in (turn, ".") and board.get((x + 2 * dx, y + 2 * dy)) == ".":
                path = path + [(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)]
                x, y = path[-1]
                moves[f"{name[start]}-{name[x, y]}"] = path
    return moves

def set_up(rows, side):
    global board, width, height, turn
    width, height, turn = len(rows[0]), len(rows), {"b": "x", "w": "o"}[side]
    board = {(x, height - 1 - y): stone for y, row in enumerate(rows) for x, stone in enumerate(row)}

def answer(command, words):
    global turn
    if command == "set_game":
        size = {"width": 8, "height": 8} | dict(word.split("=") for word in words[1:])
        if words[0] != "konane" or len(size) > 2:
            raise ValueError("this engine plays konane, with the options width and height")
        set_up([("xo" * 9)[y % 2:][:int(size["width"])] for y in range(int(size["height"]))], "b")
    elif command == "set_position":
        set_up(re.sub(r"\d+", lambda run: "." * int(run[0]), words[0]).split("/"), words[1])
    elif command in ("play", "genmove"):
        moves = legal_moves()
        move = words[1].upper() if command == "play" else random.choice(list(moves) or ["resign"])
        if words[0][0].lower() != {"x": "b", "o": "w"}[turn] or command == "play" and move not in moves:
            raise ValueError(f"illegal move: {move}")
        if move in moves:
            *path, last = moves[move]
            board.update(dict.fromkeys(path, ".") | {last: turn if path else "."})
            turn = "o" if turn == "x" else "x"
        return move if command == "genmove" else ""
    elif command not in COMMANDS:
        raise ValueError("unknown command")
    return {"legal_moves": " ".join(legal_moves()), "list_commands": "\n".join(COMMANDS)}.get(command, "")

for line in sys.stdin:
    number, command, rest = re.match(r"\s*(\d*)\s*(\S*)(.*)", line.split("#")[0]).groups()
    if command:
        try:
            print(f"={number} {answer(command, rest.split())}\n", flush=True)
        except Exception as error:  # whatever is wrong with the command
            print(f"?{number} {error}\n", flush=True)
    if command == "quit": break
