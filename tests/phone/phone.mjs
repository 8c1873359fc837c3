// The dice page in Chromium, at the width of a phone: a roll is tapped, typed, refused, left to the program and answered at the terminal.
// The first argument is the program, the second a folder for pictures; `.ci/phone` calls it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [program, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "phone-"));
writeFileSync(join(folder, "night.asz"), `use ttomp
actor inez "Inez, a thief"
action climb "climb the garden wall" by inez {
  value 1b "her brother is behind it"
  task climb "over the wall" { quality good }
}
`);
writeFileSync(join(folder, "falls.asz"), `system falls "Falls"
kind person { luck : 0..9 = 1 }
procedure fall by faller : person {
  roll harm : 2d6 + 1d10
  roll depth : 1d100
}
`);
writeFileSync(join(folder, "fall.asz"), `use falls
person bo "Bo"
fall ditch by bo
`);

const begin = async (words) => {
  const table = spawn(program, words, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  table.over = new Promise((over) => table.on("exit", over));
  table.said = "";
  table.stdout.on("data", (said) => { table.said += said; });
  table.url = await new Promise((found) => {
    let told = "";
    table.stderr.on("data", (said) => {
      told += said;
      const url = told.match(/http:\S+/);
      if (url) found(url[0]);
    });
  });
  return table;
};

// What is shown, with all that can be pressed large enough for a finger, nothing beyond the edge, and every field with a label.
const check = async (page, name) => {
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  const wrong = await page.evaluate(() => {
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("it is wider than the phone");
    for (const one of document.querySelectorAll("button, .faces label, summary, input[name=typed]")) {
      const { width, height } = one.getBoundingClientRect();
      if (width && (width < 44 || height < 44)) wrong.push(`${one.textContent || one.name}: ${width} x ${height}`);
    }
    for (const one of document.querySelectorAll("input:not([type=hidden])")) {
      if (!one.labels.length) wrong.push(`${one.name} has no label`);
    }
    return wrong;
  });
  assert.deepEqual(wrong, [], name);
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const troubles = [];
    page.on("console", (message) => { if (message.type() === "error") troubles.push(message.text()); });
    page.on("request", (request) => { if (!request.url().startsWith(table.url)) troubles.push(request.url()); });
    const picture = (name) => check(page, `${colorScheme}-${name}`);
    const sees = (text) => page.getByText(text).first().waitFor();

    let table = await begin(["run", "night.asz", "--table", "--dice-page", "--seed", "7"]);
    await page.goto(table.url);
    await sees("Roll 2d6");
    await picture("two-dice");
    // Nothing is sent before each die has a face.
    await page.locator("[name=die1][value='5']").tap();
    await page.getByRole("button", { name: "Send these" }).tap();
    await page.locator("[name=die2][value='2']").tap();
    await picture("tapped");
    await page.getByRole("button", { name: "Send these" }).tap();
    await sees("Roll 1d6");
    await picture("one-die");
    // Another phone is quicker, and this one shows what comes next by itself.
    const other = await context.newPage();
    await other.goto(table.url);
    await other.getByRole("button", { name: "Roll for me" }).tap();
    // A page that is closed at once may not have sent it.
    await other.getByText("Roll 2d6").first().waitFor();
    await other.close();
    await sees("Roll 2d6");
    await page.getByText("Type them instead").tap();
    await page.getByLabel("Result of each die, in order").fill("6 7");
    await page.getByRole("button", { name: "Send", exact: true }).tap();
    await sees("a d6 shows 1 to 6, not 7");
    assert.equal(await page.getByLabel("Result of each die, in order").inputValue(), "6 7");
    await picture("refused");
    await page.getByLabel("Result of each die, in order").fill("6 6");
    await page.getByRole("button", { name: "Send", exact: true }).tap();
    assert.equal(await table.over, 0);
    assert.match(table.said, /5\] 2 \(by hand\)/);
    assert.match(table.said, /6\] 6 \(by hand\)/);
    await sees("The table cannot be reached");
    await picture("over");
    troubles.length = 0;

    table = await begin(["repl", "fall.asz", "--table", "--dice-page"]);
    await page.goto(table.url);
    await sees("Roll 2d6 + 1d10");
    await picture("three-dice");
    table.stdin.write("1 2 10\n");
    await sees("Roll 1d100");
    await picture("hundred");
    table.stdin.write("50\n");
    await sees("This roll was entered at the prompt.");
    await picture("waiting");
    assert.deepEqual(troubles, []);
    table.stdin.end();
    assert.equal(await table.over, 0);
    await context.close();
  }
} finally {
  await browser.close();
}
console.log("the page is in order; its pictures are in", pictures);
