// Writing a scene: what is seen at first, mistakes and how they are mended, odds, sliders, reasons.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { becomes, found, has, opened, pictures, text, written } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

test("somebody who comes sees a scene with its odds and its verdict", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.locator(".head", { hasText: "success" }).waitFor();
  assert.match(await page.locator(".brand p").innerText(), /^Write down what a character tries/);
  await page.screenshot({ path: join(pictures, "first.png") });
  await page.context().close();
});

test("a number that is changed in the text changes the odds", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await written(page, (await text(page)).replace("difficulty 15", "difficulty 18"));
  await becomes(page, "success", "64%");
  await page.locator(".less", { hasText: "−15.75" }).waitFor();
  await page.locator("#undo").click();
  await becomes(page, "success", "79.75%");
  assert.match(await text(page), /difficulty 15/);
  await page.context().close();
});

test("a slider changes the text and the odds, by keyboard as well", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  const slider = page.getByRole("slider", { name: /difficulty/ });
  await slider.focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("ArrowRight");
  await becomes(page, "success", "64%");
  assert.match(await text(page), /difficulty 18/);
  assert.equal(await slider.getAttribute("aria-valuetext"), "18");
  assert.ok(await slider.evaluate((node) => node === document.activeElement), "the slider is still held");
  await page.getByRole("checkbox", { name: /a rope from the roof/ }).uncheck();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("# advantage"));
  await page.getByRole("checkbox", { name: /Till pushes/ }).uncheck();
  await becomes(page, "success", "40%");
  await page.getByRole("checkbox", { name: /a rope from the roof/ }).check();
  await becomes(page, "success", "64%");
  await page.context().close();
});

test("a mistake is told in words, and mended by a button", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await written(page, (await text(page)).replace("difficulty 15", "difficlty 18"));
  const problem = page.locator(".problem", { hasText: "has no line `difficlty`" });
  await problem.waitFor();
  await page.locator("[data-behind]").waitFor();
  await page.screenshot({ path: join(pictures, "mistake.png") });
  assert.deepEqual(await found(page), []);
  await problem.getByRole("button", { name: "Write `difficulty`" }).click();
  await becomes(page, "success", "64%");
  assert.equal(await page.locator(".problem").count(), 0);
  await page.context().close();
});

test("words that fit are offered, and what they mean is told", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.locator(".cm-line", { hasText: "Till pushes" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("disad");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "disadvantage" }).waitFor();
  // The list takes a key only after it has been there for a moment.
  await page.waitForTimeout(200);
  await page.keyboard.press("Tab");
  await page.keyboard.type(' "it rains"');
  await becomes(page, "success", "55%");
  await page.locator(".cm-line", { hasText: "difficulty" }).getByText("difficulty").click();
  await page.locator("#word", { hasText: "difficulty" }).waitFor();
  await page.context().close();
});

test("why a result came out so unfolds", async () => {
  const page = await opened();
  await page.locator(".explained summary", { hasText: "outcome: success" }).click();
  await page.getByText("die +12").last().click();
  await page.getByText("highest of 2d20: [12] 10", { exact: true }).first().waitFor();
  // The rule behind a line is told, and not only its number.
  await page.locator(".rule", { hasText: "A check is a d20 plus the modifier of the ability" }).first().waitFor();
  await page.context().close();
});

test("what somebody asks is answered with the odds, as columns for a number", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByLabel("Ask for the odds of something else").fill("climb.total");
  await page.keyboard.press("Enter");
  await page.locator(".columns .column").nth(19).waitFor();
  await page.locator(".result-odds").getByText("mean 18.83").waitFor();
  await page.getByLabel("Ask for the odds of something else").fill("P(climb.total >= 20)");
  await page.keyboard.press("Enter");
  await page.locator(".level", { hasText: "climb.total >= 20" }).waitFor();
  await page.getByLabel("Ask for the odds of something else").fill("P(nobody.total >= 20)");
  await page.keyboard.press("Enter");
  await page.locator(".result-odds .refused").waitFor();
  await page.context().close();
});

test("what may be asked of the numbers is offered, and what is asked in plain words is understood", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  const ask = page.getByLabel("Ask for the odds of something else");
  await page.getByRole("button", { name: "total: how high?" }).click();
  await page.getByRole("heading", { name: "up the mill wall: total" }).waitFor();
  assert.equal(await ask.inputValue(), "climb.total");
  for (const [said, question, percent] of [
    ["20 or more", "climb.total >= 20", "51%"],
    ["chance of 25 or less", "climb.total <= 25", "100%"],
    ["climb.total > 20", "climb.total > 20", "43.75%"],
    ["how likely is success?", "climb.outcome is success", "79.75%"],
  ]) {
    await ask.fill(said);
    await page.keyboard.press("Enter");
    const level = page.locator(".level", { has: page.getByText(question, { exact: true }) });
    await level.getByText(percent).waitFor();
    assert.equal(await ask.inputValue(), `P(${question})`);
  }
  await page.context().close();
});

test("a check without a difficulty has the spread of its total as its odds", async () => {
  const page = await opened({ scene: 'use d20\nactor ada "Ada" { score strength 16 }\ncheck climb "up the wall" by ada {\n  ability strength\n}\n' });
  await page.getByText("mean 13.50").waitFor();
  assert.equal(await page.locator(".columns .column").count(), 20);
  assert.doesNotMatch(await page.locator("#panel-result").innerText(), /left to chance/);
  await page.locator(".head", { hasText: /total \+\d+/ }).waitFor();
  await page.context().close();
});

test("what may stand where an unknown word does is offered as buttons", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  for (const [right, wrong] of [["use d20", "use dnd"], ["difficulty 15", "DC 15"], ["skill athletics", "skill climbing"]]) {
    await written(page, (await text(page)).replace(right, wrong));
    const instead = page.getByRole("group", { name: "What may stand there" });
    await instead.waitFor();
    assert.deepEqual(await found(page), []);
    await instead.getByRole("button", { name: right.split(" ")[wrong.startsWith("DC") ? 0 : 1], exact: true }).click();
    await page.locator(".problem").waitFor({ state: "detached" });
    assert.ok((await text(page)).includes(right), right);
  }
  await becomes(page, "success", "79.75%");
  await page.context().close();
});

test("a slider says what it belongs to", async () => {
  const page = await opened({ hash: "#example=one-steps" });
  await page.getByRole("slider", { name: "size die: knows the yard" }).waitFor();
  await page.getByRole("slider", { name: "die trait: Quiet" }).waitFor();
  await page.context().close();
});

test("levels have colours by their order, whoever succeeds", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  const ranks = await page.locator(".fill").evaluateAll((all) => all.map((one) => one.style.getPropertyValue("--rank")));
  assert.deepEqual(ranks, ["0", "1"]);
  await page.context().close();
});

test("a scene is laid out", async () => {
  const page = await opened({
    scene: "use   d20\nactor ana{ score dexterity 12 }\ncheck leap by ana{\nskill acrobatics\n      difficulty 10 }\n",
  });
  await page.locator(".head").first().waitFor();
  await page.locator("#format").click();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("actor ana {"));
  await page.context().close();
});

test("a scene of one's own begins with two words", async () => {
  const page = await opened();
  await page.getByRole("button", { name: "New scene" }).click();
  await page.getByLabel("Who acts?").fill("Öykü the Brave");
  await page.getByLabel("What do they try?").fill('talk the "dragon" out of it');
  await page.getByRole("button", { name: /Moves on two dice/ }).click();
  await page.getByRole("button", { name: "Begin this scene" }).click();
  await becomes(page, "strong", "27.78%");
  assert.match(await text(page), /make try "talk the dragon out of it" by oyku/);
  await page.context().close();
});

test("a line is added inside of the action, where nobody has said where", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "disadvantage" }).waitFor();
  assert.match(await text(page), /"Till pushes"\n {2}\n\}/);
  await page.context().close();
});
