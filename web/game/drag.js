/**
 * Stones that are dragged. The stone is chosen when the drag begins, so that the engine tells its destinations.
 *
 * @import { Table } from "./table.js"
 * @import { State } from "../types.js"
 */

/** Chooses a stone as the beginning of a turn. Where the click alone would be a whole move, nothing is played.
 * @param {Table} table @param {string} from */
export async function lift(table, from) {
  if (table.working === "move" || table.isGiving) {
    return;
  }
  await table.act(async () => {
    if (!table.state || !table.isPersonToMove || table.state.unfinished.at(-1) === from) {
      return;
    }
    if (table.isBegun && !table.state.legal_clicks.includes(from)) {
      await table.cancelBegun(); // another stone was chosen before
    }
    const engine = table.needed();
    await engine.ask(`play ${table.state.to_move} ${from}`);
    const after = /** @type {State} */ (await engine.askJson("state"));
    if (after.unfinished.at(-1) !== from) {
      await engine.ask("undo");
    }
    await table.refresh();
  });
}

/** Moves the stone that was lifted. Returns whether it has moved.
 * @param {Table} table @param {string} from @param {string} to */
export async function drop(table, from, to) {
  await lift(table, from);
  let hasMoved = false;
  await table.act(async () => {
    if (table.isPersonToMove && table.state?.unfinished.at(-1) === from) {
      await table.play(to);
      hasMoved = true;
    }
  });
  return hasMoved;
}
