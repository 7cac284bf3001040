/** The dialog that lists the keys. */

import { h } from "../view/dom.js";
import { openDialog } from "./dialog.js";

/** @param {import("../keys.js").Key[]} keys */
export function openKeys(keys) {
  const row = (/** @type {string} */ sign, /** @type {string} */ does) => [h("dt", {}, h("kbd", {}, sign)), h("dd", {}, does)];
  openDialog(
    "Keys",
    h("dl", { class: "keys" }, ...keys.flatMap(({ sign, does }) => row(sign, does)), ...row("wheel", "over the board: the turn before or after")),
    h("p", {}, "Tab reaches the board. There, the arrow keys choose a cell, and Enter clicks it."),
    h("p", {}, "Settings switches the keys of a single letter off."),
  );
}
