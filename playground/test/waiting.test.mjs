// What takes long, and what is old: odds that are stopped, a time limit, advice, and what is shown meanwhile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { address, becomes, found, has, opened, pictures, text, written } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

/** A fight so long that its odds are not worked out in any time. */
const LONG = readFileSync(new URL("../../scripts/encounters/last-breath.asz", import.meta.url), "utf8").replace(/up to 6\b/, "up to 40");
const long = address([["long.asz", LONG]]);

for (const colorScheme of ["light", "dark"]) {
  test(`odds that are stopped early are told as ranges or as not known, and never as a number between: ${colorScheme}`, async () => {
    const page = await opened({ hash: long, colorScheme });
    const status = page.locator("#panel-result .status", { hasText: "situations" });
    await status.waitFor();
    await page.waitForTimeout(3000);
    await status.getByRole("button", { name: "Stop" }).click();
    const early = page.locator(".early");
    await early.getByText("Stopped early: these are not final.").waitFor();
    assert.match(await early.innerText(), /You stopped it/);
    const chances = await page.locator("#panel-result .result-odds .chance").allInnerTexts();
    const open = chances.filter((chance) => /not known|between|at least|at most/.test(chance));
    assert.ok(open.length > 1, chances.join("; "));
    assert.ok(!chances.some((chance) => /^50%/.test(chance)), chances.join("; "));
    assert.deepEqual(await found(page), []);
    await page.screenshot({ path: join(pictures, `stopped-${colorScheme}.png`) });
    // Old odds can be read while new ones are worked out.
    await early.getByRole("button", { name: "Work them out again" }).click();
    await status.waitFor();
    assert.deepEqual(await found(page), []);
    await page.context().close();
  });
}

test("what a time limit has stopped is not said to be stopped by hand", async () => {
  const page = await opened({ hash: long, prepare: (page) => page.clock.install() });
  const count = page.locator("#panel-result .status", { hasText: "situations" });
  await count.waitFor();
  await page.clock.fastForward(31_000);
  await page.locator(".early", { hasText: "longer than 30 seconds" }).waitFor();
  await page.getByRole("tab", { name: "Advice" }).click();
  await page.locator("#panel-advice .status", { hasText: "Comparing the choices" }).waitFor();
  await page.clock.fastForward(31_000);
  await page.clock.fastForward(2000);
  const refused = page.locator("#panel-advice .refused");
  await refused.waitFor();
  assert.match(await refused.innerText(), /It took too long and was stopped/);
  await page.locator("#panel-advice").getByRole("button", { name: "Try again" }).click();
  await page.locator("#panel-advice .status", { hasText: "Comparing the choices" }).waitFor();
  await page.context().close();
});

test("advice for another scene does not stay", async () => {
  const page = await opened({ hash: "#example=one-position" });
  await page.getByRole("tab", { name: "Advice" }).click();
  await page.getByText("With the best choices").waitFor();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, long);
  await page.locator("#panel-advice .status", { hasText: "Comparing the choices" }).waitFor();
  assert.equal(await page.getByText("With the best choices").count(), 0);
  await page.context().close();
});

/** Has the engine keep back the reading of a scene that holds some words. */
const slow = (words, milliseconds) => async (page) =>
  page.route("**/engine.js", async (route) => {
    const response = await route.fetch();
    const late = `{ const hear = self.onmessage;
      self.onmessage = (event) => {
        const { call, with: given } = event.data;
        if (call === "read" && given[0].text.includes(${JSON.stringify(words)})) setTimeout(() => hear(event), ${milliseconds});
        else hear(event);
      }; }`;
    await route.fulfill({ response, body: `${await response.text()}\n${late}` });
  });

test("what is of the scene before is seen to be, while the new one is read and while it has a mistake", async () => {
  const page = await opened({ width: 390, height: 560, isMobile: true, hasTouch: true, prepare: slow("difficulty 18", 6000) });
  await becomes(page, "success", "79.75%");
  const before = await text(page);
  await written(page, before.replace("difficulty 15", "difficulty 18"));
  await page.locator("[data-behind='reading']").waitFor();
  const told = (selector) => page.evaluate((selector) => getComputedStyle(document.querySelector(selector), "::before").content, selector);
  assert.match(await told("#panel-result"), /As it was before; the scene is still being read/);
  const colour = await page.locator(".problem").evaluate((node) => getComputedStyle(node).backgroundColor);
  assert.equal(colour, "rgba(0, 0, 0, 0)", "progress is no mistake");
  await page.screenshot({ path: join(pictures, "reading-phone.png") });
  await becomes(page, "success", "64%");
  assert.equal(await page.locator("[data-behind]").count(), 0);
  await written(page, before.replace("difficulty 15", "difficlty 15"));
  await page.locator("[data-behind='mistake']").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("#glance").waitFor();
  assert.match(await told("#glance > :first-child"), /Before/);
  assert.deepEqual(await found(page), []);
  await page.screenshot({ path: join(pictures, "mistake-phone.png") });
  await page.context().close();
});
