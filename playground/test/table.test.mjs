// At the table: dice of one's own, who sees what, house rules, advice, a session line by line.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { becomes, found, has, opened, pictures, text } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

test("dice of one's own are typed in, and stay in the address", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByText("My dice", { exact: true }).click();
  await page.getByRole("button", { name: "Enter my dice" }).click();
  await page.locator(".asking .question").waitFor();
  await page.getByLabel("Die 1, a d20").fill("25");
  await page.getByLabel("Die 1, a d20").fill("3");
  await page.getByLabel("Die 2, a d20").fill("9");
  await page.screenshot({ path: join(pictures, "dice.png") });
  assert.deepEqual(await found(page), []);
  await page.getByRole("button", { name: "Use these" }).click();
  await page.locator(".story", { hasText: "3 [9]" }).waitFor();
  await page.locator(".head", { hasText: "failure" }).waitFor();
  await page.waitForTimeout(700);
  const again = await opened({ hash: new URL(page.url()).hash });
  await again.locator(".story", { hasText: "3 [9]" }).waitFor();
  await again.context().close();
  await page.context().close();
});

/** A roll that something secret has to do with, one that has not, and a secret one. */
const SECRET = (level) => `use d20
actor ada "Ada" { score strength 16 }
check climb "up" by ada {
  skill athletics
  difficulty 15
  ${level} disadvantage "slime"
}
check leap "across" by ada {
  skill athletics
  difficulty 10
}
secret check listen "at the door" by ada {
  ability wisdom
  difficulty 12
}
`;

/** Enters dice for each roll that is asked for, and says how often that was. */
const entered = async (page, ...rolls) => {
  await page.getByText("My dice", { exact: true }).click();
  await page.getByRole("button", { name: "Enter my dice" }).click();
  for (const [words, ...faces] of rolls) {
    await page.locator(".asking .question", { hasText: words }).waitFor();
    for (const [at, face] of faces.entries()) await page.getByLabel(`Die ${at + 1}, a d20`).fill(String(face));
    await page.getByRole("button", { name: "Use these" }).click();
  }
};

test("a game master enters the dice of secret rolls too", async () => {
  const page = await opened({ scene: SECRET("secret") });
  await page.locator(".head").first().waitFor();
  await entered(page, ["In secret: roll lowest of 2d20", 3, 9], ["Roll 1d20, for leap", 14], ["In secret: roll 1d20", 17]);
  await page.locator(".story", { hasText: "[3] 9" }).waitFor();
  const story = await page.locator(".story").first().innerText();
  assert.match(story, /17/);
  assert.match(story, /14/);
  // They are in the address, as other dice are.
  await page.waitForTimeout(700);
  const again = await opened({ hash: new URL(page.url()).hash });
  await again.locator(".story", { hasText: "[3] 9" }).waitFor();
  await again.context().close();
  await page.context().close();
});

test("dice that nobody may enter are said to be rolled by the page", async () => {
  const page = await opened({ scene: SECRET("secret") });
  await page.locator(".head").first().waitFor();
  await page.getByText("Players", { exact: true }).click();
  await entered(page, ["leap", 14]);
  await page.getByText("Some of these dice are secret from the players").waitFor();
  assert.doesNotMatch(await page.locator("#panel-result").innerText(), /slime|listen/);
  await page.locator(".story", { hasText: "leap" }).waitFor();
  await page.context().close();
  const other = await opened({ scene: SECRET("hidden") });
  await other.locator(".head").first().waitFor();
  await other.getByText("My dice", { exact: true }).click();
  await other.getByRole("button", { name: "Enter my dice" }).click();
  await other.locator(".asking .question", { hasText: "leap" }).waitFor();
  await other.getByRole("button", { name: "Cancel" }).click();
  await other.getByText("You cancelled it. Nothing has changed.").waitFor();
  await other.context().close();
});

test("players see less than the game master", async () => {
  const page = await opened({
    scene:
      'use duel\nuse house "gm screen"\nactor ada\nactor guard { played no }\nopposed slip by ada versus guard {\n  action sneak { base 4 }\n  reaction watch { base 2 }\n}\nsecret note "there is a trapdoor"\n',
  });
  await page.locator(".story", { hasText: "trapdoor" }).waitFor();
  await page.getByText("Players", { exact: true }).click();
  await page.waitForFunction(
    () => document.querySelector(".story h3") && !document.querySelector(".story").textContent.includes("trapdoor"),
  );
  await page.context().close();
});

test("a house rule is switched on in the scene, and what it changes is shown", async () => {
  const page = await opened({ hash: "#example=one-ttomp" });
  await page.locator(".level", { hasText: "fumble" }).first().waitFor();
  await page.getByRole("tab", { name: "House rules" }).click();
  const rule = page.locator(".house", { hasText: "Luck is a separate die" });
  await rule.getByRole("button", { name: "What would it change?" }).click();
  await page.locator("tr", { hasText: "slip.outcome is major" }).first().waitFor();
  assert.doesNotMatch(await text(page), /luck die/);
  await rule.getByRole("checkbox").check();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes('use house "luck die"'));
  await page.locator("tr", { hasText: "slip.outcome is major" }).first().waitFor();
  await page.screenshot({ path: join(pictures, "houses.png"), fullPage: true });
  assert.deepEqual(await found(page), []);
  await rule.getByRole("checkbox").uncheck();
  await page.waitForFunction(() => !document.querySelector(".cm-content").textContent.includes("luck die"));
  await page.context().close();
});

test("house rules in Rhai are fetched when they are wanted, and not before", async () => {
  const rhai = () => has.fetched.filter(({ path }) => path === "/rhai/assize_bg.wasm").length;
  const before = rhai();
  const page = await opened({ hash: "#example=one-ttomp" });
  await page.locator(".level", { hasText: "fumble" }).first().waitFor();
  assert.equal(rhai(), before);
  await page.getByRole("tab", { name: "House rules" }).click();
  await page.locator(".house", { hasText: "Wounds count without being mentioned" }).getByRole("checkbox").check();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("use house wounds"));
  await page.locator("tr", { hasText: "slip" }).or(page.getByText("It changes no odds of this scene.")).first().waitFor();
  assert.ok(rhai() > before);
  await page.context().close();
});

test("advice says which choice is best, and it can be taken", async () => {
  const page = await opened({ hash: "#example=one-position" });
  await page.locator(".level").first().waitFor();
  await page.getByRole("tab", { name: "Advice" }).click();
  await page.getByText("With the best choices").waitFor();
  await page.screenshot({ path: join(pictures, "advice.png"), fullPage: true });
  assert.deepEqual(await found(page), []);
  await page
    .getByRole("button", { name: /^Choose yes for slip.push for a die/ })
    .first()
    .click();
  await page.getByText("Back to the default").first().waitFor();
  await page.context().close();
});

test("a session is entered, undone, redone, and still there when the page is loaded again", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByRole("tab", { name: "Session" }).click();
  await page.getByRole("button", { name: "Use the scene’s lines" }).click();
  for (let times = 1; times <= 3; times += 1) {
    await page.getByRole("button", { name: "Enter the next line" }).click();
    await page
      .locator(".entry")
      .nth(times - 1)
      .waitFor();
  }
  await page.locator(".entry", { hasText: "climb" }).locator(".story", { hasText: "outcome" }).waitFor();
  await page.screenshot({ path: join(pictures, "session.png"), fullPage: true });
  assert.deepEqual(await found(page), []);
  await page.getByRole("button", { name: "Why?" }).click();
  await page.locator("pre.told", { hasText: "climb.total" }).waitFor();
  await page.locator("#session-undo").click();
  await page.locator(".entry .struck", { hasText: "check climb" }).waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator(".entry .story", { hasText: "outcome" }).waitFor();
  await page.getByLabel("What happens next").fill('check leap "across" by ada { skill athletics, difficulty 10 }');
  await page.getByRole("button", { name: "Odds first" }).click();
  await page.locator(".level", { hasText: "success" }).last().waitFor();
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await page.locator(".entry").nth(3).waitFor();
  await page.getByLabel("What happens next").fill("check by by by");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await page.locator("#panel-session .refused").waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Session" }).click();
  await page.locator(".entry", { hasText: "leap" }).waitFor();
  await page.locator("#session-undo").click();
  await page.locator(".entry .struck", { hasText: "leap" }).waitFor();
  await page.context().close();
});

test("a session that cannot be gone on with is kept until somebody gives it up", async () => {
  const page = await opened();
  await page.getByRole("tab", { name: "Session" }).click();
  await page.getByLabel("What happens next").fill("2d6");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await page.locator(".entry").first().waitFor();
  const broken = await page.evaluate(() => {
    const [key, kept] = Object.entries({ ...localStorage }).find(([, value]) => value.includes('"rows"'));
    const { rows, lines } = JSON.parse(kept);
    const broken = JSON.stringify({ rows: [rows[0].replace('"version":', '"version":99'), ...rows.slice(1)], lines });
    localStorage.setItem(key, broken);
    return broken;
  });
  await page.reload();
  await page.getByRole("tab", { name: "Session" }).click();
  await page.locator("#panel-session .refused").waitFor();
  await page.locator(".entry", { hasText: "2d6" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("#panel-session .refused").waitFor();
  assert.ok(await page.evaluate((kept) => Object.values({ ...localStorage }).includes(kept), broken));
  await page.locator("#panel-session .row").getByRole("button", { name: "New session" }).last().click();
  await page.locator(".empty", { hasText: "Enter the lines of a scene" }).waitFor();
  await page.context().close();
});

test("all lines of a scene are entered at once", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByRole("tab", { name: "Session" }).click();
  await page.getByRole("button", { name: "Use the scene’s lines" }).click();
  await page.getByRole("button", { name: "Enter all 3" }).click();
  await page.locator(".entry", { hasText: "climb" }).locator(".story", { hasText: "outcome" }).waitFor();
  assert.equal(await page.locator(".entry").count(), 3);
  await page.getByRole("button", { name: /^Enter all/ }).waitFor({ state: "detached" });
  await page.context().close();
});

test("undoing while a question is open cancels it, and a session that was left comes back", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.getByText("My dice", { exact: true }).click();
  await page.getByRole("tab", { name: "Session" }).click();
  await page.getByRole("button", { name: "Use the scene’s lines" }).click();
  await page.getByRole("button", { name: "Enter all 3" }).click();
  const question = page.locator("#panel-session .asking .question");
  await question.waitFor();
  assert.equal(await page.locator(".entry").count(), 2);
  await page.getByRole("button", { name: "Odds first" }).click();
  await page.getByText("First answer the question above, or cancel it.").waitFor();
  assert.deepEqual(await found(page), []);
  await page.locator("#session-undo").click();
  await question.waitFor({ state: "detached" });
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".entry").count(), 2);
  assert.equal(await page.locator(".entry .struck").count(), 0, "nothing before it is undone");
  await page.getByRole("button", { name: "New session" }).click();
  await page.locator(".entry").first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Back to the one before" }).click();
  await page.locator(".entry").nth(1).waitFor();
  await page.locator("#session-undo").click();
  await page.locator(".entry .struck").waitFor();
  await page.context().close();
});
