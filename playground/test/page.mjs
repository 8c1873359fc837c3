// The page in Chromium, for all tests: `CHROMIUM` says where the browser is. Pictures are left in `pictures/`.
import { mkdirSync, readFileSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

export const pictures = fileURLToPath(new URL("../pictures/", import.meta.url));
mkdirSync(pictures, { recursive: true });

/** What every test of a file has: the browser, the server, and what went wrong. */
export const has = { browser: undefined, address: "", fetched: [], troubles: [], close: () => {} };

before(async () => {
  const server = await serve(0, (path, size) => has.fetched.push({ path, size }));
  has.address = server.address;
  has.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  has.close = server.close;
});

after(async () => {
  await has.browser?.close();
  has.close();
});

/** Opens the page; `scene` is a text instead of the first example, and `prepare` does something to it before. */
export const opened = async ({ hash = "", width = 1280, height = 900, scene, prepare, ...options } = {}) => {
  const context = await has.browser.newContext({ viewport: { width, height }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => has.troubles.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") has.troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(has.address)) has.troubles.push(`fetched ${request.url()}`);
  });
  await prepare?.(page);
  await page.goto(has.address + hash);
  if (scene !== undefined) await written(page, scene);
  return page;
};

/** Writes another text into the editor, as somebody would. */
export const written = async (page, text) => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
};

/** The part of an address that holds some files, as the page itself packs it. */
export const address = (files) => {
  const state = { files, method: "random", seed: "7", dice: null, choices: {}, cast: {}, whom: "gm", example: null };
  return `#1${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
};

export const text = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".cm-line")]
      .map((line) =>
        [...line.childNodes]
          .filter((node) => !node.classList?.contains("cm-aside"))
          .map((node) => node.textContent)
          .join(""),
      )
      .join("\n"),
  );

/** Waits until the chance of a level is this. */
export const becomes = (page, level, percent) =>
  page.waitForFunction(
    ([level, percent]) => {
      const rows = [...(document.querySelector(".result-odds")?.querySelectorAll(".level") ?? [])];
      return (
        rows.find((row) => row.querySelector(".name").textContent.startsWith(level))?.querySelector(".chance").firstChild.textContent ===
          percent && !document.querySelector(".is-stale")
      );
    },
    [level, percent],
  );

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
/** What axe finds wrong. It is given to the browser from outside, as the page runs no scripts but its own. */
export const found = async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
};
