// Sessions: entered, undone, edited, kept by the host, and gone on with; people who choose and roll; functions of the host.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AssizeError, begin, compile, Engine, resume } from "../dist/index.js";
import { served } from "./native.mjs";

const LINES = ["use ttomp", 'actor inez "Inez"', "action climb by inez { task climb { quality good } }", "2d6 + 1"];

test("an evening comes to what the program says", async () => {
  const session = await begin({ seed: 7, secret_seed: 8 });
  const want = ["brief", "data", "text", "markdown", "html"];
  const entered = [];
  for (const text of LINES) entered.push(await session.enter(text, { for: "gm", want }));
  const name = "one";
  const told = served(
    { method: "session/open", params: { session: name, seed: 7, secret_seed: 8 } },
    ...LINES.map((text) => ({ method: "session/enter", params: { session: name, text, for: "gm", want } })),
    { method: "session/state", params: { session: name, for: "gm" } },
    { method: "session/why", params: { session: name, for: "gm" } },
    { method: "session/history", params: { session: name, for: "gm" } },
    { method: "session/export", params: { session: name, for: "gm", format: "markdown" } },
    { method: "session/undo", params: { session: name } },
    { method: "session/edit", params: { session: name, number: 3, text: LINES[2].replace("good", "poor"), for: "gm", want } },
    { method: "session/odds", params: { session: name, statement: LINES[2].replace("climb by", "leap by"), questions: [], for: "gm" } },
  ).map((answer) => answer.result ?? answer.error);
  const [, first, second, third, fourth, state, why, history, exported, undone, edited, odds] = told;
  assert.deepEqual(entered, [first, second, third, fourth]);
  assert.deepEqual(session.state("gm"), state.values);
  assert.equal(session.why("_", "gm"), why.text);
  assert.deepEqual(session.history("gm"), history.entries);
  assert.equal(session.export("markdown", "gm"), exported.text);
  assert.deepEqual(session.undo(), undone.entry);
  assert.deepEqual(session.edit(3, LINES[2].replace("good", "poor"), { for: "gm", want }), edited);
  const asked = await session.odds([], { statement: LINES[2].replace("climb by", "leap by"), for: "gm" });
  assert.deepEqual(asked, odds);
});

test("a session goes on from the rows that the host has kept", async () => {
  const kept = [];
  const session = await begin({ seed: 7, secret_seed: 8, keep: (row) => kept.push(row) });
  for (const text of LINES) await session.enter(text);
  session.undo();
  assert.deepEqual(kept, session.rows);
  const again = await resume(kept, { keep: (row) => kept.push(row) });
  assert.equal(again.found.entries, 4);
  assert.equal(again.export("json", "gm"), session.export("json", "gm"));
  assert.notEqual(again.redo(), null);
  assert.equal(again.redo(), null);
  assert.deepEqual(kept, again.rows);
  assert.ok(kept.length > session.rows.length);
  await assert.rejects(resume(kept.filter((_, at) => at !== 2)), { code: "AZ914" });
});

test("what the host cannot keep has not happened", async () => {
  let isFull = false;
  const session = await begin({ keep: () => { if (isFull) throw new Error("the disk is full"); } });
  await session.enter("use ttomp");
  isFull = true;
  await assert.rejects(session.enter('actor inez "Inez"'), { code: "AZ910", message: /the disk is full/ });
  isFull = false;
  await session.enter('actor inez "Inez"');
  assert.equal(session.history("gm").length, 2);
});

test("people are asked, refused, and answered for", async () => {
  const encounter = await compile('choose door "which door?" { left { roll dice : 2d6 }, right {} }\nnote "done"');
  const asked = [];
  const said = ["up", "left", "9 9", "3 5"];
  const events = [];
  const verdict = await encounter.play({
    mode: "table", for: "gm", onEvent: (event) => events.push(event.event),
    ask: async (question) => { asked.push(question); return said[asked.length - 1]; },
  });
  assert.deepEqual(asked.map(({ kind }) => kind), ["choose", "choose", "roll", "roll"]);
  assert.deepEqual(asked[0].options, ["left", "right"]);
  assert.match(asked[1].complaint, /`up` is not one of these/);
  assert.deepEqual(asked[3].sides, [6, 6]);
  assert.match(verdict.text(), /8|3, 5|3 5/);
  assert.ok(events.includes("rolled") && events.includes("note"));
  await assert.rejects(encounter.play({ ask: () => null }), { code: "AZ714" });
});

test("a session asks, and is as it was where nobody answers", async () => {
  const session = await begin({ seed: 7 });
  session.answerBy("table");
  const before = session.export("json", "gm");
  await assert.rejects(session.enter("roll dice : 2d6", { ask: () => null }), { code: "AZ714" });
  assert.equal(session.export("json", "gm"), before);
  const entered = await session.enter("roll dice : 2d6", { ask: () => "3 5", for: "gm", want: ["data"] });
  assert.equal(entered.kind, "statement");
  assert.deepEqual(entered.data.events.find(({ event }) => event === "rolled").dice.map(({ face }) => face), [3, 5]);
});

test("functions of the host answer, and what is wrong with them is told", async () => {
  const functions = {
    tide: { parameters: { day: "number" }, call: (day) => day * 2 },
    calm: { parameters: { day: "number" }, returns: "yes/no", call: (day) => day > 3 },
    wrong: { call: () => 1.5 },
    late: { call: async () => 1 },
    broken: { call: () => { throw new Error("no tide table"); } },
  };
  const engine = new Engine({ functions });
  const value = async (text) => (await (await engine.begin()).enter(text)).value.value;
  assert.equal(await value("host.tide(4) + 1"), "9");
  assert.equal(await value("host.calm(4)"), "yes");
  for (const [text, why] of [["host.wrong()", /1\.5/], ["host.late()", /a promise/], ["host.broken()", /no tide table/]]) {
    await assert.rejects(value(text), (error) => error instanceof AssizeError && why.test(error.message), text);
  }
  const encounter = await engine.compile("roll dice : 1d6\nnote \"low\" if dice < host.tide(1)");
  assert.equal((await encounter.odds("P(dice < host.tide(1))")).chances[0].value, "1/6");
  await assert.rejects(new Engine({ functions: { tide: {} } }).compile("roll dice : 1d6"), { code: "AZ925" });
});

test("house rules in Rhai are read where a script wants them", async () => {
  const session = await begin({ seed: 7, secret_seed: 8 });
  const [, , told] = served(
    { method: "session/open", params: { session: "one", seed: 7, secret_seed: 8 } },
    { method: "session/enter", params: { session: "one", text: "use ttomp" } },
    { method: "session/enter", params: { session: "one", text: "use house wounds", for: "gm" } },
  );
  await session.enter("use ttomp");
  assert.deepEqual(await session.enter("use house wounds", { for: "gm" }), told.result);
  assert.equal(session.history("gm").length, 2);
  const encounter = await compile("use ttomp\nuse house wounds\nactor inez \"Inez\"\naction climb by inez { task climb { quality good } }");
  assert.ok(encounter.adjudicate({ seed: 1 }).brief.length > 0);
});
