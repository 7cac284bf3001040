/**
 * The dialog that opens a game: one that somebody has sent, or one that was played here before.
 *
 * @import { Summary } from "../game/records.js"
 * @import { Candidate, Library } from "../game/library.js"
 */

import { resultWords, sentence } from "../game/words.js";
import { button, h } from "../view/dom.js";
import { drawThumbnail } from "../view/thumbnail.js";
import { openDialog } from "./dialog.js";
import { saveFile } from "./share.js";

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** @param {Library} library @param {string} [pasted] a text to open at once */
export function openOpen(library, pasted = "") {
  const message = h("p", { class: "message", role: "alert" });
  const choices = h("p", { class: "buttons" });
  const field = h("textarea", { rows: 3, value: pasted, "aria-label": "A link, a position or a game", spellcheck: false });
  const forget = () => {
    message.textContent = "";
    choices.replaceChildren();
  };
  field.addEventListener("input", forget);
  /** @param {Candidate | null} [chosen] */
  const open = async (chosen = null) => {
    forget();
    const { wrong, candidates } = await library.open(field.value, chosen);
    if (!wrong) {
      return dialog.close();
    }
    message.textContent = sentence(wrong);
    choices.append(...candidates.map((candidate) => button(title(candidate, library), () => void open(candidate))));
  };
  const file = h("input", { type: "file", accept: ".sgf,application/x-go-sgf,text/plain", hidden: true });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) {
      field.value = await chosen.text();
      await open();
    }
  });
  const recent = h("ul", { class: "recent" });
  const dialog = openDialog(
    "Open a game",
    h("p", {}, "Paste a link, a position, a game file (SGF) or a list of turns."),
    field,
    h("p", { class: "buttons" }, button("Open", () => void open(), "", "primary"), button("Open file …", () => file.click())),
    file,
    message,
    choices,
    h("h3", {}, "Games on this device"),
    recent,
  );
  void fillRecent(recent, library, (/** @type {string} */ wrong) => (wrong ? (message.textContent = wrong) : dialog.close()));
  if (pasted) {
    void open();
  }
  return dialog;
}

/** @param {Element} list @param {Library} library @param {(wrong: string) => void} done */
async function fillRecent(list, library, done) {
  const games = await library.list();
  list.replaceChildren(...(games.length > 0 ? games.map((game) => row(game, library, done)) : [h("li", {}, "No other game yet.")]));
}

/** @param {Summary} summary @param {Library} library @param {(wrong: string) => void} done
 * @returns {HTMLLIElement} */
function row(summary, library, done) {
  const { id, game, players, turns, result, changed, board } = summary;
  const info = library.infoOf(game);
  const name = h("strong", {}, nameOf(summary, library));
  const label = `${name.textContent}, ${DATE.format(changed)}`;
  const who = [players.black, players.white].filter(Boolean).join(" – ");
  const facts = [who, `${turns} ${turns === 1 ? "turn" : "turns"}`, result === null ? "not finished" : resultWords(result), DATE.format(changed)].filter(Boolean);
  const save = async () => {
    const file = await library.file(id);
    if (file) {
      saveFile(file.text, file.name);
    }
  };
  const rename = () => {
    const field = h("input", { type: "text", value: summary.name, "aria-label": "Name of the game", maxLength: 80 });
    const take = async () => {
      const name = field.value.trim();
      await library.rename(id, name);
      const renamed = row({ ...summary, name }, library, done);
      element.replaceWith(renamed);
      renamed.querySelector("button")?.focus();
    };
    const form = h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void take()) }, field, h("button", { type: "submit" }, "Rename"));
    name.replaceWith(form);
    field.select();
  };
  const remove = async () => {
    const undo = await library.remove(id);
    const back = async () => {
      await undo();
      gone.replaceWith(element);
    };
    const again = button("Undo", () => void back());
    const gone = h("li", {}, h("span", { class: "facts" }, `${label} is deleted.`), again);
    element.replaceWith(gone);
    again.focus();
  };
  const labelled = (/** @type {string} */ text, /** @type {() => void} */ action) => {
    const made = button(text, action);
    made.setAttribute("aria-label", `${text} ${label}`);
    return made;
  };
  const element = h(
    "li",
    {},
    info ? drawThumbnail(board, info.palette) : null,
    h("div", { class: "facts" }, name, h("span", {}, facts.join(" · "))),
    h(
      "p",
      { class: "buttons" },
      labelled("Open", async () => done(await library.reopen(id))),
      labelled("Rename …", rename),
      labelled("Save file", () => void save()),
      labelled("Delete", () => void remove()),
    ),
  );
  return element;
}

/** @param {Summary} summary @param {Library} library */
function nameOf({ name, game }, library) {
  return name || (library.infoOf(game)?.display_name ?? game);
}

/** @param {Candidate} candidate @param {Library} library */
function title({ game, options }, library) {
  return [library.infoOf(game)?.display_name ?? game, ...options.split(" ").filter(Boolean)].join(" ");
}
