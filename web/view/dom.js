/** Helpers for DOM elements. */

/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [properties] names such as `onclick` are listeners; `class` and names with a dash
 * are attributes
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "class" || name.includes("-") || name === "role" || name === "for" || name === "list") {
      if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, String(value));
      }
    } else {
      Object.assign(element, { [name]: value });
    }
  }
  fill(element, ...children);
  return element;
}

/**
 * A button.
 * @param {string} text @param {() => void} action @param {string} [title] @param {string} [kind]
 */
export function button(text, action, title = "", kind = "") {
  return h("button", { type: "button", class: kind || null, title, onclick: action }, text);
}

/** The text of a turn, whose lines break between its moves only.
 * @param {string} text */
export function turnSpan(text) {
  return h("span", {}, ...text.split(/(?<=,)/).flatMap((move) => [h("wbr"), move]));
}

/**
 * Replaces the contents of an element.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  const isShown = (/** @type {Node | string | null | undefined | false} */ child) => child instanceof Node || typeof child === "string";
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter(isShown)));
}

/** The contents that `update` has put into elements.
 * @type {WeakMap<Element, string>} */
const contents = new WeakMap();

/**
 * Replaces the contents of an element if they have changed, because a button that is being pressed must not be
 * replaced. The button that had the focus has it again.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function update(element, ...children) {
  const made = h("div", {}, ...children);
  const markup = made.innerHTML;
  if (contents.get(element) === markup) {
    return;
  }
  contents.set(element, markup);
  const keyOf = (/** @type {Element | null} */ button) => button?.getAttribute("data-key") ?? button?.getAttribute("aria-label") ?? button?.textContent;
  const focused = element.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  element.replaceChildren(...made.childNodes);
  if (focused) {
    [...element.querySelectorAll("button")].find((button) => keyOf(button) === focused)?.focus({ preventScroll: true });
  }
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") {
      element.style.cssText = String(value); // the page's security policy forbids the attribute
    } else {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children);
  return element;
}

/**
 * The element with this id.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no element '${id}'`);
  }
  return element;
}
