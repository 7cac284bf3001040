/**
 * Finds out what a text is that somebody has pasted: a link, a game file, a position, or a list of turns.
 *
 * @typedef {{kind: "link", fragment: string} | {kind: "file", text: string} | {kind: "position", position: string}
 *   | {kind: "turns", turns: string[]}} Pasted
 */

/** The signs around a text that is quoted in a message. */
const QUOTES = ['""', "''", "``", "<>", "“”", "‘’"];

/**
 * @param {string} pasted
 * @returns {Pasted}
 * @throws {Error} if it is none of these
 */
export function identify(pasted) {
  let text = pasted.replace(/^\u{feff}/u, "").trim();
  if (QUOTES.some(([open, close]) => text.length > 1 && text.startsWith(open) && text.endsWith(close))) {
    text = text.slice(1, -1).trim();
  }
  if (/^\(\s*;/.test(text)) {
    return { kind: "file", text };
  }
  const fragment = text.includes("#") ? text.slice(text.indexOf("#") + 1) : text;
  if (/(^|&)game=/.test(fragment) && !/\s/.test(text)) {
    return { kind: "link", fragment };
  }
  if (/^\w+:\/\/\S+$/.test(text)) {
    throw new Error("the link contains no game, which follows a #: copy the whole link under Share");
  }
  const position = text.replace(/^set_position\s+/, "").replace(/\s+/g, " ");
  if (/^[xo*\d]+(\/[xo*\d]+)+ [bw]( |$)/i.test(position)) {
    return { kind: "position", position };
  }
  const turns = text.split(/\s+/).filter((word) => !/^(\d+\.*)?$/.test(word));
  if (turns.length > 0 && turns.every((turn) => /^(\d+\.+)?[a-z]+(\d[\w@,-]*|@\w+)?$/i.test(turn)) && turns.some((turn) => /\d/.test(turn))) {
    return { kind: "turns", turns: turns.map((turn) => turn.replace(/^\d+\.+/, "")) };
  }
  throw new Error("this is not a link (…#game=…), a position (rows like 3x3/7, then b or w), a game file (it begins with '(;') or a list of turns");
}

/**
 * The size of the board of a position: its columns and rows, or the number of its lines if they differ in length.
 * @param {string} position
 */
export function sizeOf(position) {
  const lines = position.split(" ")[0].split("/");
  const lengths = lines.map((line) => (line.match(/\d+|[xo*]/gi) ?? []).reduce((sum, run) => sum + (Number(run) || (/\d/.test(run) ? 0 : 1)), 0));
  return lengths.every((length) => length === lengths[0]) ? `${lengths[0]} ${lines.length}` : `${lines.length}`;
}
