/** The movements of stones that take more than a transition. People who prefer reduced motion see none. */

/** The time of a jump or of a drop, in milliseconds. */
const TIME = 200;
/** The delay between the drops of a turn. */
const BETWEEN = 120;

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Lets a stone jump from point to point, to where it has been placed.
 * @param {SVGElement} stone @param {import("./geometry.js").Point[]} points */
export function jump(stone, points) {
  if (!STILL.matches) {
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
    stone.animate(frames, { duration: TIME * (points.length - 1) });
  }
}

/** Lets a stone drop onto its cell, after the drops before it.
 * @param {SVGElement} stone @param {import("./geometry.js").Point} point @param {number} before */
export function fall(stone, { x, y }, before) {
  if (!STILL.matches) {
    const at = `translate(${x}px, ${y}px)`;
    const frames = [{ transform: `${at} scale(1.3)`, opacity: 0 }, { transform: at }];
    stone.animate(frames, { duration: TIME, delay: BETWEEN * before, easing: "ease-in", fill: "backwards" });
  }
}
