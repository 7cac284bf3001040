/** A question beside the board that may be left unanswered. */

import { button, h } from "./dom.js";

/**
 * Asks. Returns a function that takes the question back.
 * @param {HTMLElement} element
 * @param {string} question
 * @param {[yes: string, no: string]} answers
 * @param {(yes: boolean) => void} onanswer
 */
export function invite(element, question, answers, onanswer) {
  const answer = (/** @type {boolean} */ yes) => () => {
    element.hidden = true;
    onanswer(yes);
  };
  const words = h("span", {}, question);
  element.replaceChildren(words, button(answers[0], answer(true)), button(answers[1], answer(false)));
  element.hidden = false;
  return () => {
    element.hidden ||= element.contains(words);
  };
}
