// What is told to those who listen, what words without an end do, and words that are of this page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { becomes, found, has, opened, text, written } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

const said = (page, words) => page.locator("#said", { hasText: words }).waitFor({ state: "attached" });

test("a new verdict, an answer and a question that is refused are told", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await said(page, /up the mill wall: outcome: success/);
  await page.getByLabel("Seed").fill("1");
  await page.getByLabel("Seed").press("Enter");
  const total = page.locator(".head .sum");
  await page.waitForFunction(() => document.querySelector("#said").textContent.includes(document.querySelector(".head .sum").textContent));
  assert.match(await page.locator("#said").textContent(), new RegExp(`outcome: \\w+, ${(await total.innerText()).replace("+", "\\+")}`));
  await page.getByRole("button", { name: "total: how high?" }).click();
  await said(page, /climb\.total: mean/);
  await page.getByLabel("Ask for the odds of something else").fill("P(((");
  await page.keyboard.press("Enter");
  await said(page, /this `\(` is never closed/);
  assert.equal(await page.locator("output[aria-live='off']").count(), await page.locator("output").count());
  await page.context().close();
});

test("what is unchanged is not told again", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await said(page, /success 79.75%/);
  await page.evaluate(() => {
    globalThis.told = [];
    const hear = (changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => globalThis.told.push(node.textContent)));
    new MutationObserver(hear).observe(document.querySelector("#said"), { childList: true, subtree: true });
  });
  await page.getByLabel("Seed").fill("3");
  await page.getByLabel("Seed").press("Enter");
  await page.waitForFunction(() => globalThis.told.length > 0);
  await page.waitForTimeout(500);
  const told = await page.evaluate(() => globalThis.told);
  assert.ok(told.every((words) => !/Odds/.test(words)), told.join("; "));
  await page.context().close();
});

test("a word without an end widens nothing", async () => {
  const word = "w".repeat(3000);
  for (const width of [1280, 390]) {
    const page = await opened({ width, scene: `use d20\nactor ada "${word}" { score strength 16 }\ncheck climb "${word}" by ada {\n  ability strength\n  difficulty 15\n  advantage "${word}"\n  success "${word}"\n}\n` });
    await page.locator(".head", { hasText: "www" }).waitFor();
    await page.locator(".level .meaning", { hasText: "www" }).first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the screen");
    for (const box of [".head", ".result-odds h3", ".story h3", ".knob"]) {
      const isWithin = await page.locator(box).first().evaluate((node) => node.scrollWidth <= node.clientWidth + 1);
      assert.ok(isWithin, `${box} at ${width}`);
    }
    await page.context().close();
  }
});

test("ways out are those of the page, and script in texts is set as script", async () => {
  const page = await opened({ hash: "#example=prince" });
  const problem = page.locator(".problem", { hasText: "is not cast" });
  await problem.getByText("choose who plays it under “What if …”").waitFor();
  assert.doesNotMatch(await problem.innerText(), /--cast|:cast/);
  await page.locator(".what-if").getByLabel("helper is played by").waitFor();
  await page.context().close();
  const houses = await opened({ hash: "#example=one-ttomp" });
  await houses.getByRole("tab", { name: "House rules" }).click();
  await houses.locator(".house .more code").first().waitFor();
  assert.doesNotMatch((await houses.locator(".house .more.row").allInnerTexts()).join(" "), /`/);
  await houses.context().close();
});

test("a scene of one's own that was left for an example can be opened again", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await written(page, (await text(page)).replace("difficulty 15", "difficulty 18"));
  await becomes(page, "success", "64%");
  await page.getByRole("button", { name: "Examples" }).click();
  assert.equal(await page.getByRole("button", { name: /Back to your last scene/ }).count(), 0);
  await page.getByRole("button", { name: /^The lamp house/ }).click();
  await page.locator(".level", { hasText: "heroic" }).first().waitFor();
  await page.waitForTimeout(700);
  await page.reload();
  await page.locator(".level", { hasText: "heroic" }).first().waitFor();
  await page.getByRole("button", { name: "Examples" }).click();
  assert.deepEqual(await found(page), []);
  await page.getByRole("button", { name: /Back to your last scene/ }).click();
  await becomes(page, "success", "64%");
  await page.context().close();
});

test("a name that is a die makes no mistake in a new scene", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByRole("button", { name: "New scene" }).click();
  await page.getByLabel("Who acts?").fill("d20");
  await page.getByRole("button", { name: "Begin this scene" }).click();
  await page.locator("#title", { hasText: "Your scene" }).waitFor();
  await page.locator(".story h3").first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".problem").count(), 0);
  await page.context().close();
});
