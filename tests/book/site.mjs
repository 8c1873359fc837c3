// The book as a site, in Chromium at the widths of a phone and of a desk: nothing is cut, nothing is fetched from elsewhere, axe finds
// nothing, the search finds what people look for, and each cheat sheet is one printed page. The first argument is the site, the second a
// folder for pictures; `.ci/book` calls it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import axe from "axe-core";

const [site, pictures] = process.argv.slice(2);
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".wasm": "application/wasm", ".woff2": "font/woff2" };
const server = createServer((request, response) => {
  const path = join(site, normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
  try {
    const body = readFileSync(statSync(path).isDirectory() ? join(path, "index.html") : path);
    response.writeHead(200, { "content-type": kinds[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const wrong = [];

// Pages without mdBook's own frames for browsers that run no scripts.
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html") && name !== "toc.html" && name !== "404.html").sort();
// Those that are looked at, and of which pictures are kept.
const seen = ["index.html", "first-verdict.html", "plans.html", "odds.html", "guide-d20.html", "cheat/d20.html", "from-anydice.html", "discord.html", "tabletop.html", "notebook.html", "godot.html", "troubleshooting.html", "mistakes/AZ205.html", "rules/ttomp.html", "scripts/ttomp.html", "terms.html", "verdict-json.html"];

async function opened(width, scheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  // On a machine that is busy with other things, a page takes its time.
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => wrong.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url())) wrong.push(`${page.url()}: ${request.url()} is fetched from elsewhere`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${page.url()}: ${response.url()} is not there`);
  });
  return page;
}

// What lies beyond the edge of the screen and can not be scrolled to where it is.
const cut = () => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const scrolls = (one) => one && (["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  for (const one of document.querySelectorAll("main *")) {
    const { right, width } = one.getBoundingClientRect();
    if (width && right > innerWidth + 1 && !scrolls(one.parentElement) && !one.closest("svg")) found.push(`${one.tagName} ${one.className} ends at ${Math.round(right)}`);
  }
  for (const one of document.querySelectorAll(".picture")) {
    const width = Number(one.querySelector("svg").getAttribute("width"));
    if (width < 480 && one.scrollWidth > one.clientWidth) found.push(`a picture is ${width} wide and has to be scrolled`);
  }
  // What stands on a field with a colour of its own cannot have the page's, which is light where the page is dark.
  for (const text of document.querySelectorAll(".picture text[fill]")) {
    const own = new Option().style;
    own.color = text.getAttribute("fill");
    if (getComputedStyle(text).fill !== own.color) found.push(`"${text.textContent}" in a picture has lost its colour`);
  }
  return found.slice(0, 3);
};

async function widths() {
  for (const [width, scheme] of [[390, "light"], [1280, "light"], [390, "dark"], [1280, "dark"]]) {
    const page = await opened(width, scheme);
    for (const name of scheme === "light" ? pages : seen) {
      await page.goto(`${origin}/${name}`);
      for (const found of await page.evaluate(cut)) wrong.push(`${name} at ${width}: ${found}`);
      if (seen.includes(name)) await page.screenshot({ path: join(pictures, `${name.replaceAll("/", "-").replace(".html", "")}-${width}-${scheme}.png`), fullPage: !name.startsWith("scripts/") && name !== "terms.html" && name !== "verdict-json.html" });
    }
    await page.context().close();
  }
}

// All of the pages that are looked at, and of the others what is their own.
async function accessible() {
  const told = new Map();
  for (const [scheme, names] of [["light", pages], ["dark", seen]]) {
    const page = await opened(1280, scheme);
    for (const name of names) {
      await page.goto(`${origin}/${name}`);
      await page.evaluate(axe.source);
      const part = seen.includes(name) ? "html" : "main";
      const { violations } = await page.evaluate((part) => window.axe.run(part, { resultTypes: ["violations"] }), part);
      for (const { id, nodes } of violations) {
        const found = `${id}: ${nodes[0].html.slice(0, 160)}: ${nodes[0].failureSummary.replace(/\s+/g, " ").slice(0, 200)}`;
        told.set(found, [...(told.get(found) ?? []), `${name} (${scheme})`]);
      }
    }
    await page.context().close();
  }
  for (const [found, names] of told) wrong.push(`${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} others` : ""}: ${found}`);
}

// A word that people look for, and a page that has to be among the first five.
const looked = [["advantage", "modifiers.html"], ["initiative", "guide-d20.html"], ["glossary", "glossary.html"], ["seed", "language.html"], ["undo", "repl.html"], ["AZ205", "mistakes/AZ205.html"], ["AnyDice", "from-anydice.html"]];

async function found() {
  const page = await opened(1280, "light");
  for (const [word, wanted] of looked) {
    await page.goto(`${origin}/introduction.html`);
    await page.keyboard.press("/");
    await page.locator("#mdbook-searchbar").pressSequentially(word);
    await page.waitForSelector("#mdbook-searchresults li", { timeout: 15000 }).catch(() => {});
    await page.waitForTimeout(300);
    const links = await page.$$eval("#mdbook-searchresults li a", (all) => all.map((one) => one.getAttribute("href")));
    if (!links.slice(0, 5).some((link) => link.includes(wanted))) wrong.push(`a search for "${word}" leads to ${links.slice(0, 5).join(", ") || "nothing"}`);
  }
  await page.context().close();
}

// By keyboard alone: the table of contents opens and closes, and arrows scroll a wide block instead of turning the page.
async function keyed() {
  const page = await opened(390, "light");
  await page.goto(`${origin}/first-verdict.html`);
  const toggle = page.getByRole("button", { name: "Toggle Table of Contents" });
  await toggle.focus();
  await page.keyboard.press("Enter");
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Enter");
  assert.equal(await toggle.getAttribute("aria-expanded"), "false");
  const wide = page.locator(".console pre").first();
  await wide.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement.scrollLeft > 0);
  assert(page.url().endsWith("first-verdict.html"), "an arrow scrolls");
  await page.context().close();
}

// Each cheat sheet is one page on both papers, and nothing of it is beyond the edge.
async function printed() {
  const page = await opened(1280, "light");
  const sheets = pages.filter((name) => name.startsWith("cheat/") && name !== "cheat/index.html");
  assert.equal(sheets.length, 11, "each game has a cheat sheet");
  for (const name of sheets) {
    await page.goto(`${origin}/${name}`);
    for (const format of ["A4", "Letter"]) {
      const file = await page.pdf({ format, path: join(pictures, `${name.replaceAll("/", "-").replace(".html", "")}-${format}.pdf`) });
      const count = (file.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
      if (count !== 1) wrong.push(`${name} is ${count} pages on ${format}`);
    }
  }
  await page.context().close();
}

// A script is run where it stands, changed, broken and put back; the library is loaded when a button is first pressed.
async function runs() {
  if (!existsSync(join(site, "assize/index.js"))) {
    console.log("scripts cannot be run: the package for JavaScript is not built");
    return;
  }
  const page = await opened(390, "light");
  const loaded = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(`${origin}/first-verdict.html`);
  assert(!loaded.some((url) => url.endsWith(".wasm")), "nothing is loaded before it is asked for");
  const figure = page.locator('figure[data-run="yes"]').first();
  const output = figure.locator("output");
  const run = figure.getByRole("button", { name: "Run" });
  await run.click();
  await output.getByText("outcome:").waitFor();
  await output.locator("table").first().waitFor();
  await output.getByRole("textbox").fill("climb.total >= 12");
  await output.getByRole("button", { name: "Ask for the odds" }).click();
  await output.getByText("7/10 (70.00%)").waitFor();
  await output.getByRole("textbox").fill("d6 >= 3");
  await page.keyboard.press("Enter");
  await output.getByRole("link", { name: "AZ301" }).waitFor();
  await output.getByRole("textbox").fill("3d6");
  await page.keyboard.press("Enter");
  await output.getByText("mean 10.50").waitFor();
  await page.screenshot({ path: join(pictures, "run-390-light.png"), fullPage: true });
  await figure.getByRole("button", { name: "Change it" }).click();
  const field = figure.locator("textarea");
  await field.press("ArrowRight");
  await field.press("s");
  await field.press("Backspace");
  assert(page.url().endsWith("first-verdict.html") && (await page.locator("#mdbook-search-wrapper").isHidden()), "typing does nothing else");
  await field.fill((await field.inputValue()).replace("difficulty 15", "difficulty 90"));
  await run.click();
  await output.getByText("outcome: failure").waitFor();
  await field.fill("use d20\nclimb 3");
  await run.click();
  await output.getByRole("link", { name: "AZ" }).first().waitFor();
  for (const found of await page.evaluate(cut)) wrong.push(`first-verdict.html, run: ${found}`);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run("main", { resultTypes: ["violations"] }));
  for (const { id, nodes } of violations) wrong.push(`first-verdict.html, run: ${id}: ${nodes[0].html.slice(0, 160)}`);
  await figure.getByRole("button", { name: "Put it back" }).click();
  await run.click();
  await output.getByText("Against 15").waitFor();
  assert(!loaded.some((url) => url.includes("/rhai/") && url.endsWith(".wasm")), "what no script wants is not loaded");
  await page.goto(`${origin}/cookbook/combining.html`);
  await page.locator('figure[data-run="yes"]').first().getByRole("button", { name: "Run" }).click();
  await page.waitForFunction(() => !/Loading|^…$/.test(document.querySelector("output")?.textContent ?? "Loading"));
  await page.context().close();
}

await widths();
await accessible();
await found();
await keyed();
await printed();
await runs();
await browser.close();
server.close();
if (wrong.length) {
  console.error([...new Set(wrong)].join("\n"));
  process.exit(1);
}
console.log(`${pages.length} pages are whole at both widths, and can be read by everybody; pictures are in ${pictures}`);
