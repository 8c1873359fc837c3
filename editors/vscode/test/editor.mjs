// The extension in a real VS Code, which code-server shows in Chromium: it starts, and what the language server says is seen.
// Arguments: the program, Node for code-server, the start of code-server, the package, a folder for its data and for pictures.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";

const [program, node, codeServer, extension, work] = process.argv.slice(2);
const folder = join(work, "scripts");
const SCENE = `use ttomp
actor inez "Inez, a thief"
action climb "over the garden wall" by inez {
  value 1b "her brother is behind it"
  task climb { quality good }
}
expect deliberate "by judgement" { climb.commitment is ambivalent }
`;

rmSync(work, { recursive: true, force: true });
mkdirSync(join(work, "data", "Machine"), { recursive: true });
mkdirSync(folder);
writeFileSync(join(folder, "night.asz"), SCENE);
writeFileSync(join(folder, "wrong.asz"), SCENE.replace("by inez", "by inze"));
writeFileSync(join(folder, "untidy.asz"), "use   duel\nactor ana{ played no,\n base 3 }\n");
const settings = { "assize.path": program, "workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden", "telemetry.telemetryLevel": "off", "chat.disableAIFeatures": true };
const write = (more) => writeFileSync(join(work, "data", "Machine", "settings.json"), JSON.stringify({ ...settings, ...more }));
write({});

const common = ["--config", join(work, "config.yaml"), "--user-data-dir", join(work, "data"), "--extensions-dir", join(work, "extensions")];
writeFileSync(join(work, "config.yaml"), "auth: none\n");
const installed = spawnSync(node, [codeServer, ...common, "--install-extension", extension], { encoding: "utf8", timeout: 60_000 });
assert.equal(installed.status, 0, installed.stderr);

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override"];
const editor = spawn(node, [codeServer, ...common, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, ...quiet, folder], { stdio: "ignore" });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
page.setDefaultTimeout(30_000);

async function began() {
  const address = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`;
  for (let tries = 0; ; tries += 1) {
    try {
      await page.goto(address);
      break;
    } catch (error) {
      if (tries === 60) throw error;
      await pause(500);
    }
  }
  await page.waitForSelector(".monaco-workbench");
  await page.waitForSelector(".explorer-folders-view .monaco-list-row");
}

/** The palette, with what is typed into it. */
async function palette(text) {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget .input");
  await input.waitFor();
  await input.fill(`>${text}`);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: text }).waitFor();
  await page.keyboard.press("Enter");
}

/** A box that asks, and what is typed into it. */
async function answer(question, text) {
  await page.locator(".quick-input-widget", { hasText: question }).waitFor();
  await page.locator(".quick-input-widget .input").fill(text);
  await page.keyboard.press("Enter");
}

const open = async (name) => {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().dblclick();
  await page.locator(".tab.active", { hasText: name }).waitFor();
};

/** The result in the panel, once it begins so. */
async function result(heading, within) {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const frame of page.frames()) {
      const found = await frame.evaluate(() => [document.querySelector("h1")?.textContent, document.body?.textContent]).catch(() => []);
      if (found[0]?.startsWith(heading) && within.test(found[1] ?? "")) return { frame, text: found[1] };
    }
    await pause(200);
  }
  throw new Error(`the panel never showed ${heading} with ${within}`);
}

const lens = (title) => page.locator(".codelens-decoration a", { hasText: title }).first().click();

async function walk(name, steps) {
  await steps();
  console.log(`ok ${name}`);
}

try {
  await began();
  await walk("mistakes are underlined", async () => {
    await open("wrong.asz");
    await page.waitForSelector(".squiggly-error");
    await page.screenshot({ path: join(work, "mistake.png") });
  });
  await walk("lenses show their results in the panel, which runs no script", async () => {
    await open("night.asz");
    await lens("adjudicate");
    const verdict = await result("Travails and Misfortunes, by judgement", /commitment: ambivalent/);
    const policy = await verdict.frame.evaluate(() => document.querySelector("meta[http-equiv]")?.getAttribute("content"));
    assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'$/);
    assert.equal(await verdict.frame.evaluate(() => document.scripts.length), 0);
    await page.screenshot({ path: join(work, "verdict.png") });
    await lens("odds");
    const odds = await result("Odds: climb (night.asz)", /%/);
    assert.ok((await odds.frame.evaluate(() => document.querySelectorAll("svg rect").length)) > 3, "bars");
    await page.screenshot({ path: join(work, "odds.png") });
    await lens("run expectations");
    await result("Expectations", /1 of 1 expectations hold/);
  });
  await walk("the palette asks about the whole scene", async () => {
    await page.locator(".tab", { hasText: "night.asz" }).click();
    await palette("Assize: Adjudicate with Dice");
    await answer("A number for the dice", "5");
    await result("Travails and Misfortunes, by dice", /seed 5/);
    await page.locator(".tab", { hasText: "night.asz" }).click();
    await palette("Assize: Adjudicate with My Dice");
    await answer("The faces that you rolled", "1");
    await result("Verdict · night.asz", /dice/);
  });
  await walk("what cannot be done is told in the panel", async () => {
    await page.locator(".tab", { hasText: "wrong.asz" }).click();
    await palette("Assize: Odds");
    await result("Odds · wrong.asz", /did you mean `inez`\?/);
  });
  await walk("definitions lead into shipped systems, to read only", async () => {
    await page.locator(".tab", { hasText: "night.asz" }).click();
    await page.locator(".view-line span", { hasText: "ttomp" }).last().click();
    await page.keyboard.press("F12");
    await page.locator(".tab.active", { hasText: "ttomp.asz" }).waitFor();
    await page.locator(".view-lines", { hasText: "system ttomp" }).first().waitFor();
    await page.screenshot({ path: join(work, "source.png") });
  });
  await walk("mistakes are explained", async () => {
    await palette("Assize: Explain a Mistake");
    await answer("The code of a mistake", "AZ201");
    await page.locator(".tab.active", { hasText: "AZ201" }).waitFor();
    await page.screenshot({ path: join(work, "explained.png") });
  });
  await walk("scripts are laid out", async () => {
    await open("untidy.asz");
    await page.locator(".view-line", { hasText: "base 3" }).click();
    await palette("Format Document");
    await page.locator(".view-line", { hasText: /^use.duel$/ }).waitFor();
    await page.keyboard.press("Control+S");
    for (let tries = 0; tries < 50; tries += 1) {
      if (readFileSync(join(folder, "untidy.asz"), "utf8") === "use duel\nactor ana {\n  played no\n  base 3\n}\n") return;
      await pause(100);
    }
    assert.fail(readFileSync(join(folder, "untidy.asz"), "utf8"));
  });
  await walk("without the program it says what to do", async () => {
    write({ "assize.path": "/nowhere/assize" });
    await page.locator(".notification-list-item", { hasText: "The program `/nowhere/assize` was not found" }).waitFor();
    await page.screenshot({ path: join(work, "missing.png") });
  });
} catch (error) {
  await page.screenshot({ path: join(work, "failed.png") });
  throw error;
} finally {
  await browser.close();
  editor.kill();
  await once(editor, "exit");
}
