/** Dialogs. */

import { button, h } from "../view/dom.js";

/**
 * Opens a dialog. Escape, its close button or a click outside closes it.
 * @param {string} title
 * @param {...(Node | string | null | false)} children
 */
export function openDialog(title, ...children) {
  const close = h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "×");
  const dialog = h(
    "dialog",
    { "aria-label": title },
    h("header", {}, h("h2", {}, title), close),
    h("div", { class: "content" }, ...children),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (event.target === dialog && !isInside) {
      dialog.close();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Closes the dialog of a message when an action has succeeded, or shows what is wrong.
 * @param {HTMLElement} message @param {Promise<string>} action returns an error message, or nothing
 */
export async function finish(message, action) {
  message.textContent = await action;
  if (message.textContent === "") {
    message.closest("dialog")?.close();
  }
}

/**
 * Asks for confirmation before something that cannot be undone.
 * @param {string} title @param {string} text @param {string} yes @param {() => void} action
 */
export function askFirst(title, text, yes, action) {
  const dialog = openDialog(
    title,
    h("p", {}, text),
    h("p", { class: "buttons" }, button(yes, () => (dialog.close(), action()), "", "primary"), button("Keep playing", () => dialog.close())),
  );
}

/**
 * A drop-down list.
 * @param {string} label
 * @param {[value: string, text: string][]} entries
 * @param {string} value
 * @param {(value: string) => void} [onchange]
 */
export function choice(label, entries, value, onchange) {
  const select = h("select", {}, ...entries.map(([value, text]) => h("option", { value }, text)));
  select.value = value;
  select.addEventListener("change", () => onchange?.(select.value));
  return { element: h("label", { class: "field" }, h("span", {}, label), select), select };
}

/**
 * A check box.
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchange
 */
export function check(label, checked, onchange) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => onchange(box.checked));
  return h("label", { class: "check" }, box, h("span", {}, label));
}
