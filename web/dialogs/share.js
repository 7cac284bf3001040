/**
 * The dialog with the game as a link, as a position and as a file, to copy.
 */

import { button, h } from "../view/dom.js";
import { openDialog } from "./dialog.js";

/**
 * @param {{link: string, opensAlone: boolean, position: string, sgf: string, fileName: string}} texts `opensAlone`: whether
 * the link needs no program
 * @param {() => void} edit
 */
export function openShare({ link, opensAlone, position, sgf, fileName }, edit) {
  const message = h("p", { class: "message", role: "alert" });
  const done = h("p", { class: "done", role: "status" });
  const copy = (/** @type {HTMLInputElement | HTMLTextAreaElement} */ field) => async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      [message.textContent, done.textContent] = ["", "Copied."];
    } catch {
      field.select();
      [message.textContent, done.textContent] = ["The browser does not allow copying; the text is selected.", ""];
    }
  };
  const linkField = h("input", { type: "text", readOnly: true, value: link, "aria-label": "Link" });
  const positionField = h("input", { type: "text", readOnly: true, value: position, "aria-label": "Position" });
  const sgfField = h("textarea", { rows: 5, readOnly: true, value: sgf, "aria-label": "Game in SGF" });
  const dialog = openDialog(
    "Share",
    h("h3", {}, "Link"),
    h(
      "p",
      {},
      opensAlone
        ? "Opens this game in any browser."
        : "Opens this game on this machine while papamu board runs. Elsewhere, start papamu board there, choose Open and paste the link.",
    ),
    h("p", { class: "row" }, linkField, button("Copy link", copy(linkField))),
    h("h3", {}, "Position"),
    h("p", { class: "row" }, positionField, button("Copy position", copy(positionField))),
    h("p", { class: "buttons" }, button("Edit the board …", () => (dialog.close(), edit()))),
    h("h3", {}, "Game file"),
    h("p", {}, "The game with its variations in SGF."),
    sgfField,
    h("p", { class: "buttons" }, button("Save file", () => saveFile(sgf, fileName)), button("Copy SGF", copy(sgfField))),
    message,
    done,
  );
}

/** Offers a game file for download.
 * @param {string} sgf @param {string} fileName */
export function saveFile(sgf, fileName) {
  const url = URL.createObjectURL(new Blob([sgf], { type: "application/x-go-sgf" }));
  h("a", { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
