// The package in Chromium, as a page loads it without a bundler: `CHROMIUM` says where the browser is.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { encounters, native, refused, texts } from "./native.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const fetched = [];

let [server, browser, page] = [];

before(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    fetched.push(pathname);
    if (pathname === "/") return response.setHeader("content-type", "text/html").end("<!doctype html><title>Assize</title>");
    try {
      const file = await readFile(join(dist, normalize(pathname)));
      response.setHeader("content-type", TYPES[extname(pathname)] ?? "application/octet-stream").end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("every encounter comes to the same in the browser", async () => {
  const seed = { seed: 1, secret_seed: 2, for: "gm" };
  const told = await page.evaluate(async ({ encounters, seed, texts }) => {
    const { compile } = await import("/index.js");
    const told = [];
    for (const { name, text } of encounters) told.push((await compile(text, { name, texts })).adjudicate(seed).json());
    return told;
  }, { encounters, seed, texts });
  encounters.forEach(({ name }, at) => {
    const rolls = refused("run", name, "--seed", "1").status === 0;
    const words = rolls ? ["--seed", "1", "--secret-seed", "2"] : [];
    assert.equal(told[at], native("run", name, ...words, "--for", "gm", "--format", "json"), name);
  });
});

test("house rules in Rhai are fetched when a script wants them, and not before", async () => {
  const rhai = () => fetched.filter((path) => path.includes("/rhai/")).length;
  const scene = 'use ttomp\nactor inez "Inez"\naction climb by inez { task climb { quality good } }\n';
  const run = (text) => page.evaluate(async (text) => {
    const { compile } = await import("/index.js");
    return (await compile(text)).adjudicate({ seed: 1, secret_seed: 2 }).brief;
  }, text);
  const fresh = await browser.newPage();
  await fresh.goto(page.url());
  await run(scene);
  const before = rhai();
  assert.ok((await run(scene.replace("\n", "\nuse house wounds\n"))).length > 0);
  assert.ok(rhai() >= before);
  await fresh.close();
});

test("odds are worked out in a worker, watched, and stopped with what is known", async () => {
  const told = await page.evaluate(async () => {
    const { Engine, compile } = await import("/index.js");
    const { chances } = await (await compile("roll dice : 2d6")).odds("P(dice >= 7)");
    const tides = `system tides
one sea { depth : number = 0, waves : number = 0, wind : number = 0 }
procedure rise { roll a : 1d6, roll b : 1d6, roll c : 1d6, add a to sea.depth, add b to sea.waves, add c to sea.wind }`;
    const encounter = await new Engine({ texts: { tides } }).compile("use tides\nrepeat up to 60 until sea.depth >= 220 { rise now {} }");
    const stop = new AbortController();
    let frames = 0;
    const frame = () => { frames += 1; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    const stopped = await encounter.odds("P(sea.waves * sea.wind >= 40000)", {
      keep: true, signal: stop.signal, onProgress: ({ chances }) => { if (chances.length > 0) setTimeout(() => stop.abort(), 300); },
    });
    return { exact: chances[0].value, stopped: stopped.chances[0], frames };
  });
  assert.equal(told.exact, "7/12");
  assert.ok(told.stopped.stopped && told.stopped.value === null);
  assert.ok(told.frames > 5, "the page goes on meanwhile");
});

test("a session is undone and gone on with, and a hostile script breaks nothing", async () => {
  const told = await page.evaluate(async () => {
    const { begin, compile, resume } = await import("/index.js");
    const session = await begin({ seed: 7, secret_seed: 8 });
    await session.enter("use ttomp");
    await session.enter('actor inez "Inez"');
    session.undo();
    const again = await resume(session.rows);
    const wrong = await compile(`let x = ${"(".repeat(30_000)}1${")".repeat(30_000)}`).catch(({ code }) => code);
    const value = (await (await begin()).enter("2 + 3")).value.value;
    return { same: again.export("json") === session.export("json"), wrong, value };
  });
  assert.equal(told.same, true);
  assert.match(told.wrong, /^AZ(?!922)\d{3}$/);
  assert.equal(told.value, "5");
});
