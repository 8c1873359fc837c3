// The page as a whole: sharing, offline, hostile scripts, keyboard, phone, what axe finds, how large it is.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { address, becomes, found, has, opened, pictures, text, written } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

test("an address holds the scene, and how it is run", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await written(page, (await text(page)).replace("difficulty 15", "difficulty 18"));
  await becomes(page, "success", "64%");
  await page.getByText("Judgement", { exact: true }).click();
  await page.getByText("Players", { exact: true }).click();
  await page.waitForTimeout(700);
  const { hash } = new URL(page.url());
  assert.match(hash, /^#1[\w-]+$/);
  const other = await opened({ hash });
  await becomes(other, "success", "64%");
  assert.match(await text(other), /difficulty 18/);
  assert.ok(await other.getByLabel("Judgement").isChecked());
  assert.ok(await other.getByLabel("Players").isChecked());
  await other.context().close();
  const broken = await opened({ hash: `${hash.slice(0, 20)}` });
  await broken.getByText("This address cannot be read").waitFor();
  await becomes(broken, "success", "79.75%");
  await broken.context().close();
  await page.context().close();
});

test("it works without a network once it is loaded", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.evaluate(() =>
    navigator.serviceWorker.ready.then(
      ({ active }) => active.state === "activated" || new Promise((done) => active.addEventListener("statechange", done)),
    ),
  );
  await page.context().setOffline(true);
  await page.reload();
  await becomes(page, "success", "79.75%");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^The lamp house/ }).click();
  await page.locator(".level", { hasText: "heroic" }).first().waitFor();
  await page.context().close();
});

test("a hostile script is refused or stopped, and the page goes on", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  const good = await text(page);
  const hostile = [
    `let x = ${"(".repeat(30_000)}1${")".repeat(30_000)}`,
    `use d20\n${"actor a { ".repeat(2000)}`,
    "roll dice : 1000000d1000000",
    `${"if yes { ".repeat(3000)}note "deep"${" }".repeat(3000)}`,
    `use d20\n${Array.from({ length: 1000 }, (_, at) => `actor a${at} { score strength ${at % 20} }`).join("\n")}`,
  ];
  for (const script of hostile) {
    await written(page, script);
    await page.locator(".problem.error, .refused").first().waitFor();
    // The page answers all the while.
    const took = await page.evaluate(
      () =>
        new Promise((frame) => {
          const began = performance.now();
          requestAnimationFrame(() => frame(performance.now() - began));
        }),
    );
    assert.ok(took < 2000, `${took} ms for ${script.slice(0, 30)}`);
  }
  await written(page, good);
  await becomes(page, "success", "79.75%");
  await page.context().close();
});

test("a function of a house rule that never ends is stopped", async () => {
  const scene = "use ttomp\nuse house trap\nactor inez\naction climb by inez { task climb { quality good } }\n";
  const house = 'house trap extends ttomp "A trap"\nextend sum action.effort { pain | house.pain(1) }\n';
  for (const [body, told] of [["loop { }", "5000 steps"], ["pain(n + 1)", "8 deep"]]) {
    const page = await opened({ hash: address([["night.asz", scene], ["trap", house], ["trap.rhai", `fn pain(n) { ${body} }`]]) });
    await page.locator(".refused", { hasText: told }).first().waitFor();
    await page.context().close();
  }
});

/** What takes long to work out. */
const TIDES = `system tides
one sea { depth : number = 0, waves : number = 0, wind : number = 0 }
procedure rise { roll a : 1d6, roll b : 1d6, roll c : 1d6, add a to sea.depth, add b to sea.waves, add c to sea.wind, let high : yes/no = sea.waves * sea.wind >= 40000 }
`;
const TIDES_SCENE = `use tides
repeat up to 60 until sea.depth >= 220 { rise now {} }
if sea.waves * sea.wind >= 40000 { note "wet" }
`;

test("odds that take long show how far they are, and can be stopped", async () => {
  const long = await opened({ hash: address([["flood.asz", TIDES_SCENE], ["tides", TIDES]]) });
  await long.locator(".story h3").first().waitFor();
  await long.getByLabel("Ask for the odds of something else").fill("P(sea.waves * sea.wind >= 40000)");
  await long.keyboard.press("Enter");
  const status = long.locator(".status", { hasText: "situations" });
  await status.waitFor();
  await status.getByRole("button", { name: "Stop" }).click();
  await status.waitFor({ state: "hidden" });
  await long.locator(".result-odds, .refused").first().waitFor();
  await long.context().close();
});

test("odds that were asked go on while other tabs are looked at, and while dice are rolled again", async () => {
  const page = await opened({ hash: address([["flood.asz", TIDES_SCENE], ["tides", TIDES]]) });
  await page.locator(".story h3").first().waitFor();
  await page.getByLabel("Ask for the odds of something else").fill("P(sea.waves * sea.wind >= 40000)");
  await page.keyboard.press("Enter");
  const count = page.locator("#panel-result .status", { hasText: "situations" });
  await count.waitFor();
  const situations = async () => Number((await count.textContent()).replace(/\D/g, ""));
  const before = await situations();
  for (const tab of ["Advice", "House rules", "Session", "Try it"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForTimeout(300);
  }
  await page.getByRole("button", { name: "Roll again" }).click();
  await page.waitForTimeout(500);
  assert.ok((await situations()) > before, "they have begun anew");
  await page.context().close();
});

/** The thread of the engine, which keeps the first calls of some kind waiting, as a busy machine does. */
const busy = async (context, call, milliseconds) =>
  context.route("**/engine.js", async (route) => {
    const response = await route.fetch();
    const late = `{ const hear = self.onmessage; let first = true;
      self.onmessage = (event) => {
        if (event.data.call !== "${call}" || !first) return hear(event);
        first = false;
        setTimeout(() => hear(event), ${milliseconds});
      }; }`;
    await route.fulfill({ response, body: `${await response.text()}\n${late}` });
  });

test("a busy machine has time to begin, and reading can be stopped and tried again", async () => {
  const context = await has.browser.newContext();
  context.setDefaultTimeout(60_000);
  await busy(context, "read", 14_000);
  const page = await context.newPage();
  await page.goto(has.address);
  await page.getByText("Reading the scene").waitFor();
  await becomes(page, "success", "79.75%");
  assert.equal(await page.locator(".problem").count(), 0);
  await context.close();
  const other = await has.browser.newContext();
  await busy(other, "read", 1_000_000);
  const stopped = await other.newPage();
  await stopped.goto(has.address);
  await stopped.locator(".problem").getByRole("button", { name: "Stop" }).click();
  await other.unroute("**/engine.js");
  await stopped.getByRole("button", { name: "Try again" }).click();
  await becomes(stopped, "success", "79.75%");
  await other.close();
});

test("everything is reached by keyboard alone", async () => {
  const page = await opened();
  await becomes(page, "success", "79.75%");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  const names = [];
  for (let times = 0; times < 40; times += 1) {
    await page.keyboard.press("Tab");
    names.push(
      await page.evaluate(
        () =>
          document.activeElement.getAttribute("aria-label") ??
          document.activeElement.labels?.[0]?.innerText ??
          document.activeElement.innerText?.slice(0, 40) ??
          "",
      ),
    );
    if (names.at(-1) === "The scene, as a script") {
      // The editor lets go of somebody who goes on with Tab.
      await page.keyboard.press("Tab");
      assert.notEqual(await page.evaluate(() => document.activeElement.className), "cm-content");
    }
  }
  for (const name of ["New scene", "Examples", "Share", "Tidy", "The scene, as a script", "Try it", "Roll again"]) {
    assert.ok(
      names.some((one) => one.includes(name)),
      `${name} in ${names.join(", ")}`,
    );
  }
  await page.getByRole("tab", { name: "Try it" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("there are no choices here").waitFor();
  await page.keyboard.press("End");
  await page.getByLabel("What happens next").waitFor();
  await page.keyboard.press("Home");
  await page.locator(".head").first().waitFor();
  await page.getByRole("button", { name: "Examples" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const [name, width, height] of [
    ["desk", 1280, 900],
    ["phone", 390, 844],
  ]) {
    test(`axe finds nothing, and nothing is cut: ${name}, ${colorScheme}`, async () => {
      const page = await opened({ width, height, colorScheme, hasTouch: name === "phone", isMobile: name === "phone" });
      await becomes(page, "success", "79.75%");
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), fullPage: name === "phone" });
      assert.deepEqual(await found(page), []);
      for (const tab of ["Advice", "House rules", "Session"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.waitForTimeout(400);
        assert.deepEqual(await found(page), [], tab);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${tab} is wider than the screen`);
        await page.screenshot({
          path: join(pictures, `${name}-${colorScheme}-${tab.replace(" ", "-").toLowerCase()}.png`),
          fullPage: name === "phone",
        });
      }
      for (const button of ["Examples", "New scene"]) {
        await page.getByRole("button", { name: button }).click();
        await page.getByRole("dialog").waitFor();
        assert.deepEqual(await found(page), [], button);
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${button.replace(" ", "-").toLowerCase()}.png`) });
        await page.keyboard.press("Escape");
      }
      await page.context().close();
    });
  }
}
