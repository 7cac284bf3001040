/** The real program and a real browser for the tests of the page. */

import { spawn } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const PROGRAM = process.env.PAPAMU ?? fileURLToPath(new URL("../../target/debug/papamu", import.meta.url));
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]; // the first is the fastest
const BROWSERS = [process.env.CHROMIUM, ...NAMES.map((name) => `/usr/bin/${name}`)];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update"];
if (process.env.PAPAMU_WEB) {
  FLAGS.push("--disable-features=LocalNetworkAccessChecks");
}

/** @type {Record<string, string>} */
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };

/** Serves the files of a folder and no more, as a host of static pages does. */
export class Files {
  /** @param {string} folder */
  static async serve(folder) {
    const files = new Files();
    files.server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? "/", "http://site").pathname).replace(/\/$/, "/index.html");
      const file = join(folder, path);
      if (!existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      response.setHeader("Content-Type", TYPES[file.split(".").pop() ?? ""] ?? "application/octet-stream");
      createReadStream(file).pipe(response);
    });
    const server = files.server;
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const address = /** @type {import("node:net").AddressInfo} */ (server.address());
    files.url = `http://127.0.0.1:${address.port}/?`;
    return files;
  }

  url = "";
  /** @type {import("node:http").Server | undefined} */
  server;

  async stop() {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/** A server of the board. With PAPAMU_SITE, the site in that folder takes its place. */
export class Server {
  /** @param {string[]} options */
  static async start(...options) {
    const server = new Server();
    if (process.env.PAPAMU_SITE) {
      server.files = await Files.serve(process.env.PAPAMU_SITE);
      server.url = server.files.url;
      return server;
    }
    server.process = spawn(PROGRAM, ["board", "--no-open", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const stdout = /** @type {import("node:stream").Readable} */ (server.process.stdout);
    server.url = await new Promise((resolve, reject) => {
      let text = "";
      stdout.on("data", (data) => {
        text += data;
        const found = /http:\S+/.exec(text);
        if (found) {
          resolve(found[0]);
        }
      });
      stdout.on("end", () => reject(new Error(`the server has ended: ${text}`)));
    });
    return server;
  }

  url = "";
  /** @type {import("node:child_process").ChildProcess | undefined} */
  process;
  /** @type {Files | undefined} */
  files;

  get port() {
    return new URL(this.url).port;
  }

  async stop() {
    await this.files?.stop();
    const process = this.process;
    if (process && process.exitCode === null && process.signalCode === null) {
      const ended = new Promise((resolve) => process.once("exit", resolve));
      process.kill("SIGKILL");
      await ended;
    }
  }
}

export async function startBrowser() {
  return chromium.launch({ executablePath: BROWSERS.find((path) => path && existsSync(path)), args: FLAGS });
}

/** Takes the files of the page from a folder, so that a change can be tried without building the program.
 * @param {import("playwright-core").BrowserContext} context @param {string} folder */
async function serveFiles(context, folder) {
  await context.route("**/*", (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || "index.html";
    return path === "session" ? route.continue() : route.fulfill({ path: `${folder}/${path}` });
  });
}

/** A page with a board. */
export class Board {
  /**
   * Opens a tab of its own browser profile.
   * @param {import("playwright-core").Browser} browser @param {{ url: string }} server
   * @param {string} [wishes] a part of the query: `game=kanga,width=5`
   * @param {import("playwright-core").BrowserContextOptions} [options]
   * @param {(page: import("playwright-core").Page) => Promise<void>} [prepare] is called before the page is loaded
   */
  static async open(browser, server, wishes = "", options = {}, prepare = async () => {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
    context.setDefaultTimeout(60_000);
    if (process.env.PAPAMU_WEB) {
      await serveFiles(context, process.env.PAPAMU_WEB);
    }
    const board = new Board(await context.newPage());
    await prepare(board.page);
    await board.goto(`${server.url}&${wishes}`);
    return board;
  }

  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
    /** What the browser complains of.
     * @type {string[]} */
    this.errors = [];
    page.on("pageerror", (error) => this.errors.push(String(error.stack)));
    page.on("console", (message) => {
      // Without shared memory, the engine in a page asks for files that are gone.
      if (message.type() === "error" && !message.location().url.startsWith("blob:")) {
        this.errors.push(message.text());
      }
    });
  }

  /** @param {string} url */
  async goto(url) {
    await this.page.goto(url);
    await this.ready();
  }

  /** Waits for the board. */
  async ready() {
    await this.page.locator("#board-place .hit").first().waitFor();
    await this.settled();
  }

  /**
   * Waits until the engine has nothing to do (but for an analysis), what it did is drawn, and a dialog that was closed is gone: the
   * browser reports a while later that it was closed.
   */
  async settled() {
    await this.page.waitForFunction(() => document.body.getAttribute("aria-busy") === "false" && !document.querySelector("dialog:not([open])"));
  }

  /** @param {string} name */
  cell(name) {
    return this.page.locator(`#board-place [data-cell="${name}"]`);
  }

  /** Clicks cells one after the other.
   * @param {...string} names */
  async click(...names) {
    for (const name of names) {
      await this.cell(name).click();
      await this.settled();
    }
  }

  /** @param {string} name */
  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Presses a button. In a small window, some of the menu are behind "More".
   * @param {string} name */
  async press(name) {
    const more = this.page.locator("#more-button");
    if (["Open", "Rules", "Share", "Settings"].includes(name) && (await more.isVisible()) && (await this.page.locator("dialog").count()) === 0) {
      await more.click();
    }
    await this.button(name).click();
    await this.settled();
  }

  /** Opens what somebody has sent: a link, a position or a file. If it is refused, the dialog stays open.
   * @param {string} text */
  async openText(text) {
    if ((await this.page.getByRole("dialog").count()) === 0) {
      await this.press("Open");
    }
    await this.page.getByLabel("A link, a position or a game").fill(text);
    await this.page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
    await this.settled();
  }

  /** The names of the cells that can be chosen. */
  async choices() {
    return this.page.locator("#board-place .hit.legal").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-cell") ?? ""));
  }

  /** What the board says of a cell. @param {string} name */
  async describe(name) {
    return this.cell(name).getAttribute("aria-label");
  }

  async status() {
    return this.page.locator("#turn .status").innerText();
  }

  async message() {
    return this.page.locator("#turn .message").innerText();
  }

  /** The turns of the list, variations in brackets. */
  async turns() {
    return this.page.locator(".turn-list").evaluate((list) => {
      /** @type {(element: Element) => string} */
      const read = (element) =>
        [...element.children]
          .map((child) =>
            child.classList.contains("variation") ? `(${read(child.children[0])})` : child.querySelector("button")?.innerText.replace(/\s+/g, " ").trim(),
          )
          .join(" ");
      return read(list);
    });
  }

  async isOver() {
    return (await this.page.locator("#turn .result").count()) > 0;
  }

  /** A turn by clicks: cells in an order that differs from turn to turn, and the button where one is needed. */
  async anyTurn(random = Math.random) {
    const before = await this.turns();
    for (let clicks = 0; clicks < 60 && (await this.turns()) === before && !(await this.isOver()); clicks += 1) {
      const end = this.page.locator("#turn button.primary");
      const choices = await this.choices();
      const canEnd = (await end.count()) > 0;
      if (canEnd && (choices.length === 0 || random() < 0.4)) {
        await end.click();
      } else {
        await this.cell(choices[Math.floor(random() * choices.length)]).click();
      }
      await this.settled();
    }
  }

  async close() {
    await this.page.context().close();
  }
}

/** Numbers from 0 to 1, the same in every run.
 * @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The server of a file of tests: see `startBoard`.
 * @type {Server} */
export let server;
/** Its browser.
 * @type {import("playwright-core").Browser} */
export let browser;

/** Starts a server and a browser before the tests of a file, and ends them after. */
export function startBoard() {
  before(async () => {
    [server, browser] = await Promise.all([Server.start("--port", "0"), startBrowser()]);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });
}
