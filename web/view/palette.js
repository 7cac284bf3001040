/**
 * The colours of a game's board and stones, as custom properties of CSS: `odd_cell` becomes `--board-odd-cell`, and
 * `light` of `black` becomes `--board-black-light`.
 *
 * @typedef {import("../types.js").Palette} Palette
 */

/** @param {Palette} palette @param {string} [prefix] */
export function paint(palette, prefix = "--board") {
  for (const [key, value] of Object.entries(palette)) {
    const name = `${prefix}-${key.replaceAll("_", "-")}`;
    if (typeof value === "object" && value !== null) {
      paint(value, name);
    } else {
      document.documentElement.style.setProperty(name, String(value ?? "none"));
    }
  }
}
