/** A question beside the board that may be left unanswered. */

import { h } from "./dom.js";

/**
 * Asks. Returns a function that takes the question back.
 * @param {HTMLElement} element
 * @param {string} question
 * @param {[yes: string, no: string]} answers
 * @param {(yes: boolean) => void} onanswer
 */
export function invite(element, question, answers, onanswer) {
  const buttons = answers.map((text, index) => {
    const onclick = () => {
      element.hidden = true;
      onanswer(index === 0);
    };
    return h("button", { type: "button", onclick }, text);
  });
  const words = h("span", {}, question);
  element.replaceChildren(words, ...buttons);
  element.hidden = false;
  return () => {
    element.hidden ||= element.contains(words);
  };
}
