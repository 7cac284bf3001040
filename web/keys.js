/**
 * The keys of the page, and the wheel over the board. The board handles its own keys while it has the focus.
 *
 * @typedef {import("./game/table.js").Table} Table
 *
 * @typedef {object} Key
 * @property {string} key as in KeyboardEvent
 * @property {string} sign how people write it
 * @property {string} does
 * @property {() => void} action
 */

/** How far a wheel turns before the board shows the next turn, in pixels. */
const NOTCH = 80;

/**
 * Listens for keys.
 * @param {Key[]} keys
 * @param {() => boolean} areLettersOn whether keys of a single letter work
 */
export function listenForKeys(keys, areLettersOn) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
    const isMenu = document.querySelector(":popover-open") !== null; // Escape closes it
    if (isTyping || isMenu || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const found = keys.find(({ key }) => key === (event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (found && (found.key.length > 1 || areLettersOn())) {
      event.preventDefault();
      found.action();
    }
  });
}

/**
 * Lets the wheel step through the turns, unless it scrolls the page.
 * @param {HTMLElement} element @param {() => void} back @param {() => void} forward
 */
export function listenForWheel(element, back, forward) {
  let turned = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (event.ctrlKey || scrollHeight > clientHeight + 1) {
        return;
      }
      event.preventDefault();
      // A wheel that counts lines reports small numbers.
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40);
      if (Math.abs(turned) >= NOTCH) {
        (turned > 0 ? forward : back)();
        turned = 0;
      }
    },
    { passive: false },
  );
}
