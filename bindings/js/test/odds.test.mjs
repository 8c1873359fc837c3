// Odds are those of the program, in this thread and in another, and can be watched and stopped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AssizeError, compile, Engine } from "../dist/index.js";
import { encounters, native, served } from "./native.mjs";

const scene = (name) => encounters.find((encounter) => encounter.name === name).text;

// Something that takes long: three sums that are told apart to the end.
const LONG = {
  texts: {
    tides: `system tides
one sea { depth : number = 0, waves : number = 0, wind : number = 0 }
procedure rise {
  roll a : 1d6, roll b : 1d6, roll c : 1d6
  add a to sea.depth, add b to sea.waves, add c to sea.wind
}`,
  },
};
const TIDE = "use tides\nrepeat up to 60 until sea.depth >= 220 { rise now {} }";
const QUESTION = "P(sea.waves * sea.wind >= 40000)";

test("odds are those of a session of the program", async () => {
  const lines = scene("healer.asz");
  const encounter = await compile(lines);
  const session = "odds";
  const [, answered] = served(
    { method: "session/open", params: { session, seed: 1 } },
    { method: "session/odds", params: { session, statement: lines, questions: ["cure.outcome"], for: "gm" } },
  );
  const odds = await encounter.odds("cure.outcome", { for: "gm" });
  assert.deepEqual(encounter.oddsNow("cure.outcome", { for: "gm" }), odds);
  assert.deepEqual(odds.chances.map(({ value }) => value), answered.result.chances.map(({ value }) => value));
  assert.ok(odds.chances.length > 1);
});

test("where it is asked on a condition, and with choices", async () => {
  const encounter = await compile("roll dice : 2d6");
  const odds = await encounter.odds(["P(dice >= 7)", "E(dice)"], { given: "dice <= 8" });
  assert.deepEqual(odds.chances.map(({ value }) => value), ["11/26", "76/13"]);
});

test("somebody hears how far odds have come, between which numbers they lie, and the end is exact", async () => {
  const engine = new Engine(LONG);
  const encounter = await engine.compile(TIDE.replace("60", "8").replace("220", "28"));
  const heard = [];
  const { chances: [chance] } = await encounter.odds("P(sea.waves * sea.wind >= 640)", { onProgress: (progress) => heard.push(progress) });
  assert.equal(chance.value, "56923595541746515/87747802561511424");
  assert.ok(heard.some(({ count }) => count > 0) && heard.some(({ chances }) => chances[0]?.between));
  const fraction = (text) => { const [over, under = 1n] = text.split("/").map(BigInt); return Number((over * 10n ** 15n) / under) / 1e15; };
  for (const { chances } of heard.filter(({ chances }) => chances[0]?.between)) {
    const [low, high] = chances[0].between.map(fraction);
    assert.ok(low <= fraction(chance.value) && fraction(chance.value) <= high);
  }
});

test("odds that are stopped are what was known, or nothing", async () => {
  const encounter = await new Engine(LONG).compile(TIDE);
  const stopped = new AbortController();
  const started = performance.now();
  const onProgress = ({ chances }) => { if (chances.length > 0) stopped.abort(); };
  const { chances: [chance] } = await encounter.odds(QUESTION, { keep: true, onProgress, signal: stopped.signal });
  assert.ok(chance.stopped && chance.value === null);
  assert.equal(chance.question, QUESTION);
  const signal = AbortSignal.timeout(300);
  await assert.rejects(encounter.odds(QUESTION, { signal }), { name: "TimeoutError" });
  assert.ok(performance.now() - started < 60_000);
  // Another thread is begun for what is asked next.
  assert.equal((await (await compile("roll dice : 1d6")).odds("P(dice = 6)")).chances[0].value, "1/6");
});

test("a question that is wrong is told with its place", async () => {
  const encounter = await compile("roll dice : 1d6");
  await assert.rejects(encounter.odds("P(dise = 6)"), (error) => {
    assert.ok(error instanceof AssizeError);
    assert.equal(error.code, "AZ201");
    assert.match(error.help, /did you mean `dice`/);
    assert.equal(error.findings[0].labels[0].column, 3);
    return true;
  });
});

test("a scene is tried as often as the program tries it", async () => {
  const encounter = await compile(scene("healer.asz"));
  const counts = [];
  const onProgress = ({ count }) => counts.push(count);
  const estimates = await encounter.simulate(["cure.outcome"], { runs: 5000, seed: 7, onProgress });
  const told = native("simulate", "healer.asz", "cure.outcome", "--runs", "5000", "--seed", "7", "--format", "json");
  assert.deepEqual(estimates, told.trim().split("\n").map((line) => JSON.parse(line)));
});

test("advice is what a session of the program gives", async () => {
  const text = 'choose door "which door?" { left { roll luck : 2d6 }, right default { roll fate : 1d6 } }';
  const goal = "P(luck >= 7)";
  const [, answered] = served(
    { method: "session/open", params: { session: "advice", seed: 1 } },
    { method: "session/advise", params: { session: "advice", statement: text, goal, for: "gm", policy: true } },
  );
  const encounter = await compile(text);
  const advice = await encounter.advise({ goal, for: "gm", policy: true }).catch((error) => error.object);
  assert.deepEqual(advice, answered.result ?? answered.error);
  const { policy } = advice;
  if (policy) assert.equal(encounter.adjudicate({ policy, for: "gm" }).data.events.find(({ event }) => event === "chosen").choice.value, "left");
});
