// The module on the page for virtual tabletops, as it stands there, with stand-ins for what Foundry offers.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL("../", import.meta.url));
const page = readFileSync(join(here, "../../docs/src/tabletop.md"), "utf8");

// The files of the page, by their names in the first lines.
const files = Object.fromEntries([...page.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name, text]));

const abilities = (str, dex) => Object.fromEntries(Object.entries({ str, dex, con: 12, int: 10, wis: 14, cha: 8 }).map(([key, value]) => [key, { value }]));
const skills = (...trained) => Object.fromEntries(["acr", "ath", "prc", "ste", "sur"].map((key) => [key, { value: trained.includes(key) ? 1 : 0 }]));

class Actor {
  statuses = new Set();
  items = [{ type: "loot", name: "A rope" }];

  constructor(name, type, system) {
    Object.assign(this, { name, type, system });
  }

  async update(changes) {
    for (const [path, value] of Object.entries(changes)) {
      assert.equal(path, "system.attributes.hp.value");
      this.system.attributes.hp.value = value;
    }
  }

  async toggleStatusEffect(id, { active }) {
    this.statuses[active ? "add" : "delete"](id);
  }
}

const ada = new Actor("Ada", "character", {
  abilities: abilities(16, 12), skills: skills("ath", "prc"), attributes: { ac: { value: 16 }, hp: { value: 12, max: 12 }, prof: 2 },
});
ada.items.push({ type: "weapon", name: "Longsword", system: { damage: { base: { denomination: 8 } }, type: { value: "martialM" } } });
const ogre = new Actor("Ogre", "npc", {
  abilities: abilities(19, 8), skills: skills(), attributes: { ac: { value: 5 }, hp: { value: 1, max: 59 }, prof: 2 },
});

const chat = [];
const dialogs = [];
const told = [];
let pressed = () => null;

before(async () => {
  const folder = mkdtempSync(join(tmpdir(), "tabletop-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(here, join(folder, "assize"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const modules = new Map([["judge", {}]]);
  Object.assign(globalThis, {
    game: { actors: { contents: [ada, ogre] }, user: { isGM: true }, modules },
    Hooks: { once: (name, ready) => (assert.equal(name, "ready"), ready()) },
    ChatMessage: { create: async ({ content, ...others }) => (assert.deepEqual(others, {}), chat.push(content)) },
    foundry: { applications: { api: { DialogV2: {
      prompt: async ({ content }) => dialogs.push(content),
      wait: async (shown) => (dialogs.push(shown.content), pressed(shown.buttons.map(({ action }) => action))),
    } } } },
    ui: { notifications: { info: (text) => told.push(text) } },
  });
  await import(pathToFileURL(join(folder, "foundry.js")));
  globalThis.macro = () => import(pathToFileURL(join(folder, "macro.js")));
});

const judge = () => game.modules.get("judge").api;

test("the page has the module, a macro and what Foundry reads of it", () => {
  assert.deepEqual(Object.keys(files), ["judge.js", "foundry.js", "macro.js"]);
  const manifest = JSON.parse(page.match(/^```json\n([\s\S]*?)^```$/m)[1]);
  assert.equal(manifest.id, "judge");
  assert.deepEqual(manifest.esmodules, ["foundry.js"]);
});

test("a macro asks for odds and attacks, and the sheet has what comes of it", async ({ mock }) => {
  let seeds = 0;
  const random = mock.method(crypto, "randomUUID", () => `00000000-0000-4000-8000-${String((seeds += 1)).padStart(12, "0")}`);
  await macro();
  random.mock.restore();
  assert.equal(seeds, 2, "secret dice have a seed of their own");
  assert.deepEqual(told, ["99.75%"]);
  assert.match(chat.at(-1), /^<pre>A twenty-sided die[^]*cut "from the stairs" \(attack by Ada versus Ogre\)[^]*higher ground/);
  const { value } = ogre.system.attributes.hp;
  assert.equal(value, 0, chat.at(-1));
  assert.ok(ogre.statuses.has("prone") && ogre.statuses.has("unconscious"), [...ogre.statuses].join());
});

test("what is secret stays on the game master's machine", async () => {
  const said = chat.length;
  await judge().act(["ada"], 'secret check notice "the wire" by ada { skill perception, difficulty 15 }\ncheck climb by ada { skill athletics, difficulty 12 }');
  assert.equal(chat.length, said + 1);
  assert.match(chat.at(-1), /climb/);
  assert.doesNotMatch(chat.at(-1), /notice|wire/);
  assert.match(dialogs.at(-1), /notice "the wire"[^]*ability \+2[^]*training \+2[^]*climb/);
  // Both tell of the same dice.
  const rolled = (text) => text.slice(text.indexOf("climb")).match(/1d20: \d+/)[0];
  assert.equal(rolled(chat.at(-1)), rolled(dialogs.at(-1)));
});

test("a choice is asked once, and both verdicts follow it", async () => {
  const asked = [];
  pressed = (options) => (asked.push(options), options[0]);
  await judge().act(["ada"], 'choose door "which door?" { left { roll a : 2d6 }, right default { roll b : 1d4 } }');
  assert.deepEqual(asked, [["left", "right"]]);
  const rolled = (text) => text.match(/2d6: [^<]*/)[0].trim();
  assert.equal(rolled(chat.at(-1)), rolled(dialogs.at(-1)));
});

test("what players write into a sheet or a line is not read as HTML", async () => {
  await judge().act(["ada"], 'note "<img src=x>"');
  assert.doesNotMatch(chat.at(-1), /<img/);
});

test("a mistake has its place", async () => {
  await assert.rejects(judge().act(["ada"], "check climb by aad { difficulty 12 }"), { code: "AZ201" });
});
