// How fast the package is, beside the program: `ASSIZE=target/release/assize node test/speed.mjs`.
import { spawnSync } from "node:child_process";
import { compile } from "../dist/index.js";
import { encounters, folder, program, texts } from "./native.mjs";

const median = (times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)];

/** The time of the processor that this process has taken, in milliseconds: other programs are no part of it. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const took = (work, times) => {
  const all = [];
  for (let time = 0; time < times; time += 1) {
    const began = now();
    work();
    all.push(now() - began);
  }
  return median(all);
};

/** The same of the program, called so. */
const tookNatively = (words, times) => {
  const all = [];
  for (let time = 0; time < times; time += 1) {
    const measured = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1', "bash", program, ...words], { cwd: folder, encoding: "utf8" });
    const [user, system] = measured.stderr.trim().split(" ").map(Number);
    all.push((user + system) * 1000);
  }
  return median(all);
};

const perCall = (work, calls) => {
  for (let call = 0; call < calls; call += 1) work(call);
  const began = now();
  for (let call = 0; call < calls; call += 1) work(call);
  return ((now() - began) / calls) * 1000;
};

const small = await compile("roll dice : 1d6");
const healer = await compile(encounters.find(({ name }) => name === "healer.asz").text);
const told = (what, micros) => console.log(`${what}: ${micros.toFixed(2)} µs`);
told("a verdict of one roll, by handle", perCall((seed) => small.adjudicate({ seed, secret_seed: seed }).free(), 20_000));
told("the same with fresh seeds", perCall(() => small.adjudicate().free(), 20_000));
told("a verdict of two actions, by handle", perCall((seed) => healer.adjudicate({ seed, secret_seed: seed }).free(), 20_000));
told("one of its results", perCall((seed) => { const verdict = healer.adjudicate({ seed, secret_seed: seed }); verdict.get("cure.outcome"); verdict.free(); }, 20_000));
told("all of it as data", perCall((seed) => { const verdict = healer.adjudicate({ seed, secret_seed: seed }); verdict.data; verdict.free(); }, 2_000));

// The program's own start is no part of what odds take.
const start = tookNatively(["--version"], 9);
for (const { name, text } of encounters) {
  const encounter = await compile(text, { name, texts });
  const questions = encounter.adjudicate({ for: "gm" }).brief.map(({ name }) => name).slice(0, 3);
  if (questions.length === 0) continue;
  const natively = tookNatively(["odds", name, ...questions, "--format", "json"], 5) - start;
  if (natively < 10) continue;
  const here = took(() => encounter.oddsNow(questions, { for: "log" }), 5);
  console.log(`odds of ${name}: ${natively.toFixed(0)} ms natively, ${here.toFixed(0)} ms here, ${(here / natively).toFixed(2)} times`);
}
