// A Kōnane engine that plays random moves, as a start for yours: docs/write-an-engine.md explains it.
const LETTERS = "ABCDEFGHJKLMNOPQ"; // the letter I is skipped
const COMMANDS = ["genmove", "legal_moves", "list_commands", "play", "quit", "set_game", "set_position"];
let rows = [[]], turn = "x"; // the rows from the top: "x" is Black's stone, "o" is White's, "." is an empty cell

function legalMoves() { // each with its cells: all become empty, but for the last one of a jump, where the stone lands
  const moves = new Map(), right = rows[0].length - 1, bottom = rows.length - 1;
  const name = ([x, y]) => LETTERS[x] + (rows.length - y);
  const cells = rows.flatMap((row, y) => row.map((_, x) => [x, y]));
  const [empty, mine] = [".", turn].map((what) => cells.filter(([x, y]) => rows[y][x] === what));
  for (const [x, y] of mine) {
    const isFirst = (x % right === 0 && y % bottom === 0) || Math.abs(2 * x - right) + Math.abs(2 * y - bottom) <= 2;
    const isSecond = empty.length === 1 && Math.abs(x - empty[0][0]) + Math.abs(y - empty[0][1]) === 1;
    // The first move removes a stone from a corner or from the middle, the second one a stone beside the first.
    if (empty.length === 0 ? isFirst : isSecond) moves.set(name([x, y]), [[x, y]]);
    if (empty.length < 2) continue;
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) { // the others jump in a straight line
      const next = (n) => [x + n * dx, y + n * dy], at = (n) => rows[y + n * dy]?.[x + n * dx] ?? turn;
      for (let n = 1, path = [[x, y]]; at(n) !== turn && at(n) !== "." && at(n + 1) === "."; n += 2) {
        path.push(next(n), next(n + 1));
        moves.set(`${name([x, y])}-${name(next(n + 1))}`, [...path]);
      }
    }
  }
  return moves;
}

function answer(command, words) {
  const moves = legalMoves(), names = [...moves.keys()];
  if (!COMMANDS.includes(command)) throw Error("unknown command");
  if (command === "set_game") {
    const options = /^konane( width=(\d+))?( height=(\d+))?$/.exec(words.join(" "));
    if (!options) throw Error("this engine plays konane, with the options width and height");
    const row = (y) => [..."xo".repeat(9).slice(y % 2, (y % 2) + Number(options[2] ?? 8))];
    [rows, turn] = [Array.from({ length: Number(options[4] ?? 8) }, (_, y) => row(y)), "x"];
  } else if (command === "set_position") {
    const text = words[0].replace(/\d+/g, (run) => ".".repeat(Number(run)));
    [rows, turn] = [text.split("/").map((row) => [...row]), { b: "x", w: "o" }[words[1]]];
  } else if (command === "play" || command === "genmove") {
    const move = words[1]?.toUpperCase() ?? names[Math.floor(Math.random() * names.length)] ?? "resign";
    const isTurn = words[0][0].toLowerCase() === { x: "b", o: "w" }[turn];
    if (!isTurn || (words[1] && !moves.has(move))) throw Error(`illegal move: ${move}`);
    const path = moves.get(move) ?? [];
    path.forEach(([x, y], i) => (rows[y][x] = i > 0 && i === path.length - 1 ? turn : "."));
    turn = turn === "x" ? "o" : "x";
    return command === "genmove" ? move : "";
  }
  return { legal_moves: names.join(" "), list_commands: COMMANDS.join("\n") }[command] ?? "";
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [, id, command, rest] = /^\s*(\d*)\s*(\S*)(.*)/.exec(line.split("#")[0]);
  let reply;
  try {
    reply = `=${id} ${answer(command, rest.trim().split(/\s+/))}`;
  } catch (error) { // whatever is wrong with the command
    reply = `?${id} ${error.message}`;
  }
  if (command) process.stdout.write(reply + "\n\n", () => command === "quit" && process.exit());
});
