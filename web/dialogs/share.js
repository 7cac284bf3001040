/**
 * The dialog with the game as a link, as a position and as a file.
 *
 * @typedef {object} ShareActions
 * @property {(position: string) => Promise<string>} setPosition these return an error message, or nothing
 * @property {(text: string) => Promise<string>} openSgf
 * @property {() => void} edit
 */

import { h } from "../view/dom.js";
import { openDialog } from "./dialog.js";

/**
 * @param {{link: string, position: string, sgf: string, fileName: string}} texts
 * @param {ShareActions} actions
 */
export function openShare({ link, position, sgf, fileName }, { setPosition, openSgf, edit }) {
  const message = h("p", { class: "message", role: "alert" });
  const done = h("p", { class: "done", role: "status" });
  const say = (/** @type {string} */ text, /** @type {boolean} */ isWrong) => {
    message.textContent = isWrong ? text : "";
    done.textContent = isWrong ? "" : text;
  };
  const copy = (/** @type {HTMLInputElement | HTMLTextAreaElement} */ field) => async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      say("Copied.", false);
    } catch {
      field.select();
      say("The browser does not allow copying; the text is selected.", true);
    }
  };
  const take = async (/** @type {Promise<string>} */ action) => {
    const wrong = await action;
    if (wrong) {
      say(wrong, true);
    } else {
      dialog.close();
    }
  };
  const linkField = h("input", { type: "text", readOnly: true, value: link, "aria-label": "Link" });
  const positionField = h("input", { type: "text", value: position, "aria-label": "Position", spellcheck: false });
  const sgfField = h("textarea", { rows: 5, value: sgf, "aria-label": "Game in SGF", spellcheck: false });
  const file = h("input", { type: "file", accept: ".sgf,application/x-go-sgf,text/plain", hidden: true });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) {
      await take(openSgf(await chosen.text()));
    }
  });
  const save = () => {
    const url = URL.createObjectURL(new Blob([sgfField.value], { type: "application/x-go-sgf" }));
    h("a", { href: url, download: fileName }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", onclick }, text);
  const dialog = openDialog(
    "Share and open",
    h("h3", {}, "Link"),
    h("p", {}, "Opens this game on any board of papamu."),
    h("p", { class: "row" }, linkField, button("Copy link", copy(linkField))),
    h("h3", {}, "Position"),
    h("p", {}, "Copy it, or paste another one and set it up."),
    h("p", { class: "row" }, positionField, button("Copy position", copy(positionField))),
    h(
      "p",
      { class: "buttons" },
      button("Set up this position", () => void take(setPosition(positionField.value))),
      button("Edit the board …", () => (dialog.close(), edit())),
    ),
    h("h3", {}, "Game file"),
    h("p", {}, "The game with its variations in SGF."),
    sgfField,
    h(
      "p",
      { class: "buttons" },
      button("Save file", save),
      button("Copy SGF", copy(sgfField)),
      button("Open file …", () => file.click()),
      button("Open this text", () => void take(openSgf(sgfField.value))),
    ),
    file,
    message,
    done,
  );
}
