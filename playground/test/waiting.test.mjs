// What takes long: odds that are stopped, a time limit, advice, and what is shown meanwhile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { address, becomes, found, has, opened, pictures, text, written } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

/** A fight so long that its odds are not worked out in any time. */
const LONG = readFileSync(new URL("../../scripts/encounters/last-breath.asz", import.meta.url), "utf8").replace(/up to 6\b/, "up to 40");

test("odds that are stopped early are told as ranges or as not known, and never as a number between", async () => {
  const page = await opened({ hash: address([["long.asz", LONG]]) });
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
  await page.screenshot({ path: join(pictures, "stopped.png") });
  await page.context().close();
});
