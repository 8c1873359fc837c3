// What the package tells keeps to the schemas of `protocol/`, from which its types are made.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { AssizeError, begin, compile } from "../dist/index.js";

const here = fileURLToPath(new URL("../", import.meta.url));
const ajv = new Ajv({ strict: false, validateFormats: false });
for (const name of ["protocol", "handles", "why"]) {
  ajv.addSchema(JSON.parse(readFileSync(`${here}../../protocol/${name}.schema.json`, "utf8")), name);
}

const keeps = (value, name, schema = "protocol") => {
  const validate = ajv.getSchema(`${schema}#/$defs/${name}`);
  assert.ok(validate, `there is a schema of ${name}`);
  assert.ok(validate(value), `${name}: ${JSON.stringify(validate.errors)}`);
};

const SCENE = 'use ttomp\nactor inez "Inez"\naction climb by inez { value 1b "a rope", task climb { quality good } }\n';

test("results keep to their schemas", async () => {
  const scene = await compile(SCENE);
  const verdict = scene.adjudicate({ seed: 7, for: "gm" });
  keeps(verdict.data, "Verdict");
  keeps({ brief: verdict.brief, text: verdict.text() }, "Told");
  for (const reason of verdict.reasons()) keeps(reason, "Reason", "why");
  keeps(await scene.odds([], { for: "gm" }), "Odds");
  keeps(scene.check(), "Checked");
  keeps(scene.test(), "Tested");
  for (const estimate of await scene.simulate([], { runs: 100 })) keeps(estimate, "ToldEstimate", "handles");
  const error = await compile("use ttomp\nset x = ").catch((error) => error);
  assert.ok(error instanceof AssizeError);
  keeps(error.object, "Error");
  for (const finding of error.findings) keeps(finding, "JsonDiagnostic");
  const door = await compile('choose door "which door?" { left {}, right default {} }\nroll dice : 2d6');
  const questions = [];
  await door.play({ mode: "table", ask: (question) => { questions.push(question); return question.kind === "roll" ? "3 5" : "left"; } });
  assert.equal(questions.length, 2);
  for (const question of questions) keeps(question, "OpenQuestion", "handles");
  keeps(await door.advise({ goal: "P(dice >= 7)", for: "gm" }), "ToldAdvice");
});

test("what sessions tell keeps to their schemas", async () => {
  const session = await begin({ seed: 7, secret_seed: 8 });
  for (const text of SCENE.trim().split("\n")) {
    keeps(await session.enter(text, { for: "gm", want: ["brief", "data", "text", "html", "markdown"] }), "Entered");
  }
  keeps(await session.enter("2d6 + 1"), "Entered");
  keeps({ entries: session.history("gm") }, "History");
  keeps({ values: session.state("gm") }, "State");
  keeps({ entry: session.undo() }, "Struck");
  keeps(session.edit(2, 'actor inez "Inez, a thief"', { for: "gm" }), "Edited");
  keeps(session.answerBy("deliberate"), "Answering");
});

test("what is asked with is what the schemas say", async () => {
  const scene = await compile("roll dice : 2d6");
  const asked = { mode: "table", by_hand: ["ada"], seed: "7", secret_seed: 8, choices: {}, for: "gm" };
  keeps(asked, "Adjudicate", "handles");
  scene.adjudicate({ ...asked, mode: "random" });
  // Each field is read, and no other.
  const { properties } = ajv.getSchema("handles#/$defs/Adjudicate").schema;
  for (const field of Object.keys(properties)) {
    assert.throws(() => scene.adjudicate({ [field]: { no: [] } }), ({ message }) => !message.includes("unknown field"), field);
  }
  assert.throws(() => scene.adjudicate({ fro: "gm" }), { code: "AZ925" });
});

test("types are made from the schemas as they are, and hold what people write", () => {
  const before = readFileSync(`${here}ts/protocol.ts`, "utf8");
  execFileSync(process.execPath, ["scripts/types.mjs"], { cwd: here });
  assert.equal(readFileSync(`${here}ts/protocol.ts`, "utf8"), before);
  const tsc = `${here}node_modules/typescript/bin/tsc`;
  const words = ["--noEmit", "--strict", "--target", "es2022", "--module", "node16", "--lib", "es2022,dom", "--types", "node", "--skipLibCheck", "--ignoreConfig", "test/typed.mts"];
  execFileSync(process.execPath, [tsc, ...words], { cwd: here, stdio: "inherit" });
});
