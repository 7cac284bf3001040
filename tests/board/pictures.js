/** Makes the pictures of the documents: `npm run pictures` writes docs/board-*.png. */

import { fileURLToPath } from "node:url";

import { Board, Server, startBrowser } from "./support.js";

const FOLDER = fileURLToPath(new URL("../../docs/", import.meta.url));

/** Games of the engine against itself, and what the picture shows.
 * @type {Record<string, {turns: string, dark?: boolean, show: (board: Board) => Promise<void>}>} */
const PICTURES = {
  konane: {
    turns: "bE4.wE5.bE2-E4.wC3-E3.bF3-D3.wA3-C3.bD3-B3.wA5-A3.bA2-A4.wG5-E5.bD5-F5.wC5-A5.bB7-B5.wC1-C3",
    show: analyse,
  },
  kanga: {
    turns: "bB2.wB6.bF2.wD2.bF4.wF6.bD6.wE6.bD4.wD7.bC7.wC6.bE7.wD5.bG4",
    dark: true,
    show: analyse,
  },
  send_it: {
    turns: "bB1.wN12,M13,L11.bC1,B4,B7,C6.wP13,E4,D2,E7.bB8,H14,O14,F8.wD1,H8,F6,O13.bF7,B2,J7,L7.wK6,C3,E8,K14.bB3,D3,F9,J5",
    show: async () => {},
  },
  kangaroo: {
    turns: "bA8-A6.wC1-A3.bF8-H6.wF1-H3.bH7-H5.wH2-H4.bA7-A5.wA2-A4.bF7-H7.wE1-G3.bB8-D6-F8.wF2-H2.bE8-C6-A8.wB1-D3-F1",
    show: (board) => board.click("D8", "F6"),
  },
};

/** @param {Board} board */
async function analyse(board) {
  await board.press("Analyse");
  await board.page.waitForTimeout(4000);
}

const server = await Server.start("--port", "0");
const browser = await startBrowser();
for (const [game, { turns, dark, show }] of Object.entries(PICTURES)) {
  const board = await Board.open(browser, server, "", { colorScheme: dark ? "dark" : "light" });
  await board.goto(`${server.url}#game=${game}&turns=${turns}`);
  await show(board);
  await board.page.mouse.move(0, 0);
  await board.page.waitForTimeout(500);
  await board.page.screenshot({ path: `${FOLDER}board-${game}.png` });
  await board.close();
}
await browser.close();
await server.stop();
