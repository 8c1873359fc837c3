// What people write has types, and what is wrong has none. Nothing of it runs.
import { type Adjudicate, AssizeError, begin, compile, Engine, type Odd, type Question, type Shown } from "../dist/index.js";

const scene = await compile("roll dice : 2d6", { name: "night.asz", texts: { "party.asz": "" }, limits: "untrusted", cast: { helper: "ada" } });
const asked: Adjudicate = { mode: "table", by_hand: ["ada"], seed: 7, secret_seed: "5e90c1fb37a2468dd3317ac02b6f94e8", for: "gm" };
const verdict = scene.adjudicate(asked);
const value: Shown | undefined = verdict.get("dice");
const number: number | null | undefined = value?.number;
for (const happened of verdict.data.events) {
  if (happened.event === "rolled") for (const die of happened.dice) console.log(die.face, die.sides);
}
await scene.play({
  ask: (question: Question) => (question.kind === "choose" ? question.options[0]! : "3 5"),
});
const { chances } = await scene.odds("dice", { given: "dice > 3", keep: true, signal: AbortSignal.timeout(1), onProgress: ({ count, chances }) => console.log(count, chances.length) });
const first: Odd | undefined = chances[0];
const session = await begin({ seed: 7, keep: (row: string) => console.log(row) });
const entered = await session.enter("2 + 3", { want: ["text"] });
if (entered.kind === "value") console.log(entered.value?.value, entered.text);
new Engine({ functions: { tide: { parameters: { day: "number", height: { level: "height" } }, returns: "yes/no", call: (day: number) => day > 3 } } });
console.log(number, first, new AssizeError({ code: -32000, message: "", data: { code: "", help: null, findings: [], text: "" } }).help);

// @ts-expect-error there is no such mode
scene.adjudicate({ mode: "dice" });
// @ts-expect-error there is no such field
scene.adjudicate({ sede: 7 });
// @ts-expect-error nobody is there to be asked
await scene.play({ mode: "table" });
// @ts-expect-error there is no such form
await session.enter("2 + 3", { want: ["pdf"] });
// @ts-expect-error a question has no such kind
const kind: Question["kind"] = "shuffle";
console.log(kind);
