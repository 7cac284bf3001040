/** The question whether to play sounds. The first click on the board asks it, because browsers play none before a click. */

import { h } from "./dom.js";
import { playStone } from "./sound.js";

/** @param {HTMLElement} element @param {(sounds: boolean) => void} onanswer */
export function inviteSounds(element, onanswer) {
  if (!element.hidden) {
    return;
  }
  const answer = (/** @type {boolean} */ sounds) => () => {
    element.hidden = true;
    if (sounds) {
      playStone(false);
    }
    onanswer(sounds);
  };
  element.replaceChildren(
    h("span", {}, "Play sounds?"),
    h("button", { type: "button", onclick: answer(true) }, "With sounds"),
    h("button", { type: "button", onclick: answer(false) }, "Without"),
  );
  element.hidden = false;
}
