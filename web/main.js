/** The page: it connects the table with the engine, the views, the keyboard and the browser's storage. */

import { openEditor } from "./dialogs/editor.js";
import { askFirst } from "./dialogs/dialog.js";
import { openOpen } from "./dialogs/open.js";
import { openKeys } from "./dialogs/keys.js";
import { openNewGame } from "./dialogs/new-game.js";
import { openRules } from "./dialogs/rules.js";
import { openSettings } from "./dialogs/settings.js";
import { openShare } from "./dialogs/share.js";
import { OPENS_ALONE, Refused, connect, isOwnAddress, offerToken, onNewToken } from "./engine/socket.js";
import { drop, lift } from "./game/drag.js";
import { fromFragment, toFragment } from "./game/link.js";
import { Keeper } from "./game/keeper.js";
import { Library } from "./game/library.js";
import { areMany, countGame } from "./game/losses.js";
import { Records } from "./game/records.js";
import { startReview } from "./game/review.js";
import { loadChoices, loadGame, saveChoices } from "./game/store.js";
import { nameOf, opponent } from "./game/color.js";
import { DEFAULT_SETUP } from "./game/setup.js";
import { SECONDS } from "./game/solve.js";
import { Table } from "./game/table.js";
import { sentence } from "./game/words.js";
import { listenForKeys, listenForWheel } from "./keys.js";
import { AnalysisView } from "./view/analysis.js";
import { announce } from "./view/announce.js";
import { BoardView } from "./view/board.js";
import { button, byId } from "./view/dom.js";
import { openDoorway } from "./view/doorway.js";
import { paint } from "./view/palette.js";
import { pictureOf } from "./view/picture.js";
import { drawClock, drawPlayer } from "./view/players.js";
import { drawReview } from "./view/review.js";
import { playStone } from "./view/sound.js";
import { Toolbar } from "./view/toolbar.js";
import { drawTurn } from "./view/turn.js";
import { TurnList } from "./view/turns.js";

/** The delays between attempts to connect, in milliseconds. */
const RETRIES = [300, 1000, 2000, 5000];

/** The buttons that work without the engine. */
const LOCAL = ["More", "Open", "Rules", "Share", "Settings", "Flip"];

const table = new Table();
let choices = loadChoices();
/** The games of the engine.
 * @type {import("./types.js").GameInfo[]} */
let games = [];
/** What papamu's levels are, in words, from level 1.
 * @type {string[]} */
let levels = [];

// The views.

const board = new BoardView(byId("board-place"), {
  click: (name) => void table.click(name),
  lift: (from) => void lift(table, from),
  drag: (from, to) => drop(table, from, to),
});
const analysis = new AnalysisView(byId("analysis"), table, () => table.changed());
const turns = new TurnList(byId("turns"), table);
const toolbar = new Toolbar(byId("tools"), table, [
  { name: "Take back", title: "Take your last turn back", icon: "back", action: () => void table.takeBack(), isEnabled: ({ node, isBegun, isAtExercise }) => isBegun || (node.parent !== null && !isAtExercise) },
  { name: "Redo", title: "Replay the turn that was taken back", icon: "redo", action: () => void table.redo(), isEnabled: ({ node, isAtExercise }) => node.next() !== null && !isAtExercise },
  {
    name: "Hint",
    title: "Ask papamu what it would play",
    icon: "hint",
    action: () => void table.askHint(),
    // An analysis shows the same move, and more.
    isEnabled: ({ state, working, analysing, isAtExercise }) => state !== null && !state.result && !isAtExercise && !analysing && (working === null || working === "review"),
  },
  {
    name: "Analyse",
    title: "Show papamu's analysis of each position, and what it can prove",
    icon: "analyse",
    action: () => void table.setAnalysing(!table.analysing),
    isPressed: ({ analysing }) => analysing,
  },
  {
    name: "Perfect play",
    title: `Try for ${SECONDS} seconds to prove the result of every turn, in each position`,
    icon: "perfect",
    action: () => void table.setAnalysing(true, !table.isPerfect),
    isPressed: ({ isPerfect }) => isPerfect,
    isShown: ({ analysing }) => analysing,
  },
  { name: "Flip", title: "Flip the board", icon: "flip", action: () => table.flip() },
  { name: "Resign", title: "Resign the game", icon: "resign", action: resign, isEnabled: ({ resigning }) => resigning !== null, isShown: ({ live }) => live.result === null },
  {
    name: "Review",
    title: "Let papamu judge each turn",
    icon: "review",
    action: () => void startReview(table),
    isEnabled: ({ root, review }) => root.children.length > 0 && review === null,
    isShown: ({ isContest }) => !isContest,
  },
]);
byId("menu").prepend(
  button("New game", newGame, "Choose a game, its board and its players", "primary"),
  button("Lessons", () => void practise("lessons"), "Lessons that teach this game"),
  button("Puzzles", () => void practise("puzzles"), "Positions of this game with one winning turn"),
);
byId("more").append(
  button("Open", () => openGames(), "A link, a position, a file, or a game that you played before"),
  button("Rules", () => table.state && openRules(infoOf(table.state)), "The rules of this game"),
  button("Share", share, "The game as a link, a position or a file"),
  button("Settings", settings, "Players, colours, sounds"),
);
// The focus is back on "More" before a dialog opens, which returns it there.
byId("more").addEventListener("click", () => byId("more").hidePopover(), { capture: true });

let isDrawing = false;
table.addEventListener("change", () => {
  if (!isDrawing) {
    isDrawing = true;
    document.body.setAttribute("aria-busy", "true");
    // A hidden page has no frames, but its title tells whose turn it is.
    if (document.hidden) {
      setTimeout(draw);
    } else {
      requestAnimationFrame(draw);
    }
  }
});

function draw() {
  isDrawing = false;
  const { state, bottom, setup } = table;
  document.body.setAttribute("aria-busy", String(table.isBusy));
  drawPlayer(byId("player-top"), table, opponent(bottom));
  drawPlayer(byId("player-bottom"), table, bottom);
  drawTurn({ words: byId("turn-words"), buttons: byId("turn-buttons") }, table);
  analysis.draw(choices.points);
  drawReview(byId("review"), table);
  turns.draw();
  drawConnection();
  if (state) {
    const { display_name, palette, presets, blocked, options: all } = infoOf(state);
    paint(palette);
    board.draw(pictureOf(table, state, choices, analysis.lines.current, blocked));
    const options = Object.entries(state.options).filter(([key, value]) => all.some((option) => option.key === key && option.default !== value));
    const text = options.map(([key, value]) => `${key}=${value}`).join(" ");
    const preset = presets.find((preset) => text !== "" && preset.options === text);
    const kind = preset ? [preset.name] : options.map(([key, value]) => `${key} ${value}`);
    byId("title").textContent = [display_name, ...kind].join(" · ");
    const isYours = table.isPersonToMove && !table.isBrowsing && setup.players[opponent(state.to_move)] === "engine";
    const status = state.result ? state.result.sentence : isYours ? "Your turn" : `${nameOf(state.to_move)} to move`;
    document.title = `${status} · ${display_name} · papamu`;
  }
}

/** Disables what cannot work without the engine. */
function drawConnection() {
  const isOffline = table.engine === null;
  const { classList } = document.body;
  if (isOffline || classList.contains("offline")) {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#menu button, #side button"))) {
      button.disabled = isOffline && !LOCAL.includes(button.textContent ?? "");
    }
  }
  classList.toggle("offline", isOffline);
  if (!isOffline) {
    toolbar.draw();
  }
}

/** What the engine says about the game on the board.
 * @param {import("./types.js").State} state */
function infoOf(state) {
  return /** @type {import("./types.js").GameInfo} */ (games.find(({ name }) => name === state.game));
}

announce(byId("live"), table);
table.addEventListener("turn", (event) => {
  const turn = /** @type {CustomEvent<import("./types.js").Turn>} */ (event).detail;
  if (choices.sounds) {
    playStone(turn.captured.length > 0);
  }
  if (table.node === table.live) {
    const losses = countGame(choices.losses, table);
    if (losses !== choices.losses) {
      choose({ losses });
      if (areMany(losses)) {
        offerLevel(losses.level - 1);
      }
    }
  }
  if (!table.result) {
    byId("invitation").hidden = true;
  }
});

/** @param {number} level */
function offerLevel(level) {
  const offer = byId("invitation");
  const close = () => void (offer.hidden = true);
  const accept = () => {
    close();
    void start({ ...table.setup, start: null, level });
  };
  offer.hidden = false;
  offer.replaceChildren(`Three losses in a row at level ${level + 1}. Play at level ${level}?`, button(`Play at level ${level}`, accept), button("No, thanks", close));
}

// The dialogs of the buttons.

/** Starts a game and stores its setup for the next time. Returns an error message, or nothing.
 * @param {import("./game/setup.js").Setup} setup @param {boolean} [isStored] */
async function start(setup, isStored = true) {
  await table.start(setup);
  if (!table.message && isStored) {
    choose({ setup, options: { ...choices.options, [setup.game]: setup.options } });
  }
  return table.message;
}

function newGame() {
  if (games.length > 0) {
    openNewGame(games, levels, { ...table.setup, start: null, komi: 0 }, choices.options, start);
  }
}

function resign() {
  const player = table.resigning;
  if (player) {
    askFirst("Resign", `${nameOf(player)} resigns, and ${nameOf(opponent(player))} wins.`, "Resign", () => {
      void table.forfeit(player, "resign");
    });
  }
}

/** Shows all games, with their lessons and puzzles. */
function openDoor() {
  if (games.length > 0) {
    openDoorway(games, (game) => start({ ...table.setup, game, options: choices.options[game] ?? "", start: null, komi: 0 }), practise);
  }
}
byId("door").addEventListener("click", openDoor);

/** Lessons and puzzles are loaded when they are asked for: a page is small at first.
 * @param {"lessons" | "puzzles"} what @param {import("./types.js").GameInfo | null} [game] by default the one on the board */
async function practise(what, game = table.state && infoOf(table.state)) {
  if (!game) {
    return;
  }
  try {
    const open = what === "lessons" ? (await import("./lessons/lessons.js")).openLessons : (await import("./puzzles/puzzles.js")).openPuzzles;
    open(game, choices.coordinates, connect);
    notice("");
  } catch {
    notice(`The ${what} cannot be loaded: start papamu again, and load this page again.`);
  }
}

function settings() {
  openSettings(choices, choose, table.setup, levels, (change) => {
    void table.change(change);
    choose({ setup: { ...table.setup, ...change, start: null, komi: 0 } });
  });
}

function share() {
  const { setup, node, state } = table;
  if (!state) {
    return;
  }
  const turns = node.path().map(({ turn }) => ({ player: turn?.player ?? "black", text: turn?.text ?? "" }));
  const link = `${location.origin}${location.pathname}#${toFragment({ ...setup, turns })}`;
  const texts = { link, opensAlone: OPENS_ALONE, position: state.position, sgf: table.writeSgf(), fileName: `${setup.game}.sgf` };
  openShare(texts, () => openEditor(state, table.flipped, infoOf(state).blocked, (marks, toMove) => table.setUp(marks, toMove).then(() => table.message)));
}

// Games that were played, or that somebody has sent.

const records = new Records();
const keeper = new Keeper(table, records);
const library = new Library(table, records, () => keeper.save(), () => games);

/** @param {string} [pasted] a text to open at once */
function openGames(pasted) {
  if (games.length === 0) {
    return; // not connected yet
  }
  openOpen(library, pasted).addEventListener("close", () => {
    table.message = ""; // the dialog has shown it
    table.changed();
  });
}

// A game that is pasted or dropped anywhere on the page is opened.
document.addEventListener("paste", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, dialog") !== null;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!isTyping && text.trim() !== "") {
    openGames(text);
  }
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const { files } = event.dataTransfer ?? {};
  const text = files?.[0] ? await files[0].text() : (event.dataTransfer?.getData("text/plain") ?? "");
  if (text.trim() !== "" && !document.querySelector("dialog")) {
    openGames(text);
  }
});

/** @param {Partial<import("./game/store.js").Choices>} change */
function choose(change) {
  choices = { ...choices, ...change };
  saveChoices(choices);
  document.documentElement.dataset.theme = choices.theme;
  table.changed();
}

// The keyboard and the wheel.

const back = () => void table.go((node) => node.parent);
const forward = () => void table.go((node) => node.next());
/** @type {import("./keys.js").Key[]} */
const KEYS = [
  { key: "ArrowLeft", sign: "←", does: "the turn before", action: back },
  { key: "ArrowRight", sign: "→", does: "the turn after", action: forward },
  { key: "Home", sign: "Home", does: "the first turn", action: () => void table.go(() => table.root) },
  { key: "End", sign: "End", does: "the last turn", action: () => void table.go((node) => node.end()) },
  { key: "Escape", sign: "Escape", does: "cancel the current turn", action: () => void table.cancelTurn() },
  { key: "g", sign: "g", does: "back to the game", action: () => void table.goLive() },
  ...["Take back", "Redo", "Hint", "Analyse", "Review", "Flip"].map((name) => {
    const key = name === "Take back" ? "u" : name === "Review" ? "v" : name[0].toLowerCase();
    return { key, sign: key, does: name.toLowerCase(), action: () => toolbar.press(name) };
  }),
  { key: "s", sign: "s", does: "perfect play", action: () => void table.setAnalysing(true, !(table.analysing && table.isPerfect)) },
  { key: "n", sign: "n", does: "new game", action: newGame },
  { key: "o", sign: "o", does: "open a game", action: () => openGames() },
  { key: "?", sign: "?", does: "this list", action: () => openKeys(KEYS) },
];
listenForKeys(KEYS, () => choices.letters);
listenForWheel(byId("board-place"), back, forward);

// Clocks.

setInterval(() => {
  if (table.hasClock && table.engine) {
    drawClock(table, "black");
    drawClock(table, "white");
    const late = table.clock.expired();
    if (late && !table.result && table.node === table.live) {
      table.clock.run(null);
      void table.forfeit(late, "timeout");
    }
  }
}, 100);

// The analysis waits while nobody sees the page.

const look = () => void table.setAway(document.hidden);
document.addEventListener("visibilitychange", look);
look();

// The connection.

/** @param {string} text @param {() => void} [again] */
function notice(text, again) {
  const element = byId("notice");
  element.hidden = text === "";
  element.replaceChildren(text, again ? button("Try again", again) : "");
}

let isJoining = false;

/** @param {number} [tries] */
async function join(tries = 0) {
  if (isJoining || table.engine) {
    return;
  }
  isJoining = true;
  clearTimeout(retry);
  try {
    const engine = await connect();
    engine.onclose = (reason) => {
      table.detach();
      lost(reason || "the connection to papamu was lost", 0);
    };
    ({ games, levels } = await engine.askJson("games"));
    await begin(engine);
    if (table.engine) {
      notice(""); // the connection may have been lost again
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Refused) {
      notice(sentence(reason), () => void join());
    } else {
      lost(reason, tries);
    }
  } finally {
    isJoining = false;
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** @param {string} reason @param {number} tries */
function lost(reason, tries) {
  const again = () => void join(tries + 1);
  notice(`${sentence(reason)} ${table.state ? "The game is kept. " : ""}Connecting again …`, again);
  clearTimeout(retry);
  retry = setTimeout(again, RETRIES[Math.min(tries, RETRIES.length - 1)]);
}

/** The requests in the page's address, which are used once. */
let wishes = { query: new URLSearchParams(location.search), fragment: location.hash };

/**
 * Shows the game in the page's address, the one before a reload, or a new one.
 * @param {import("./engine/protocol.js").Engine} engine
 */
async function begin(engine) {
  const { query, fragment } = wishes;
  wishes = { query: new URLSearchParams(), fragment: "" };
  const fresh = { ...DEFAULT_SETUP, game: games[0].name };
  const isFirst = table.state === null;
  const isRestored = isFirst && restore();
  if (isFirst && !isRestored) {
    table.setup = { ...fresh, ...choices.setup, start: null, komi: 0 };
    table.reset();
  }
  await table.attach(engine);
  if (!table.state) {
    // The stored game cannot be played.
    await table.start(fresh);
  } else if (isFirst && !isRestored) {
    table.orient();
    table.previous = await library.unfinished();
  }
  const [game, ...options] = (query.get("game") ?? "").split(",");
  const level = Number(query.get("level")) || table.setup.level;
  if (game) {
    await start({ ...table.setup, game, options: options.join(" "), start: null, komi: 0, level }, isOwnAddress());
  } else if (query.has("level")) {
    await table.change({ level });
  }
  await openLink(fragment);
  table.changed();
  if (isFirst && !isRestored && !choices.setup && !game && !fragment) {
    choose({ setup: table.setup });
    openDoor();
  }
}

/** Opens the game of a link, if there is one. @param {string} fragment */
async function openLink(fragment) {
  try {
    const linked = fromFragment(fragment);
    if (linked) {
      stripAddress();
      await table.open(linked);
    }
  } catch (error) {
    table.message = error instanceof Error ? error.message : String(error);
    table.changed();
  }
}

/** Restores the game of this tab. Returns whether there is one that can be read. */
function restore() {
  const data = loadGame();
  try {
    if (data) {
      table.restore(data);
    }
    return data !== null;
  } catch {
    return false;
  }
}

addEventListener("hashchange", () => void openLink(location.hash));

/** Removes the token and the game from the address, because it may be copied. */
function stripAddress() {
  history.replaceState(null, "", location.pathname);
}

document.documentElement.dataset.theme = choices.theme;
offerToken(wishes.query);
stripAddress();
table.changed();
onNewToken(() => void join());
void join();
