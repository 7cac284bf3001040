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

/** @param {string} text @param {() => void} action @param {string} [title] @param {string} [kind] */
export function button(text, action, title = "", kind = "") {
  return h("button", { type: "button", class: kind || null, title, onclick: action }, text);
}

/** The text of a turn, whose lines break between its moves only.
 * @param {string} text */
export function turnSpan(text) {
  return h("span", {}, ...text.split(/(?<=,)/).flatMap((move) => [h("wbr"), move]));
}

/** Replaces the contents of an element.
 * @param {Element} element @param {...(Node | string | null | undefined | false)} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child instanceof Node || typeof child === "string"));
}

/** What the contents of elements depend on.
 * @type {WeakMap<Element, unknown[]>} */
const shown = new WeakMap();

/** Whether something that the contents of an element depend on has changed since the last call. If not, the view leaves
 * them alone: a button may be under the pointer, or an animation may be running.
 * @param {Element} element @param {unknown[]} parts */
export function changes(element, parts) {
  const before = shown.get(element);
  shown.set(element, parts);
  return before?.length !== parts.length || parts.some((part, index) => part !== before[index]);
}

/** Replaces the contents of an element if their markup has changed. The button that had the focus has it again.
 * @param {Element} element @param {...(Node | string | null | undefined | false)} children */
export function update(element, ...children) {
  const made = h("div", {}, ...children);
  if (!changes(element, [made.innerHTML])) {
    return;
  }
  const keyOf = (/** @type {Element | null} */ button) => button?.getAttribute("data-key") ?? button?.getAttribute("aria-label") ?? button?.textContent;
  const focused = element.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  element.replaceChildren(...made.childNodes);
  if (focused) {
    [...element.querySelectorAll("button")].find((button) => keyOf(button) === focused)?.focus({ preventScroll: true });
  }
}

/** Creates an SVG element.
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children */
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

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no element '${id}'`);
  }
  return element;
}
