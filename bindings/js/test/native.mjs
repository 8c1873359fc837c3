// The program, which says what everything has to come to: `ASSIZE`, or the one that tests are built with.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);
export const program = process.env.ASSIZE ?? fileURLToPath(new URL("target/ci/assize", root));
if (!existsSync(program)) throw new Error(`there is no program at ${program}: build it, or set ASSIZE`);

export const folder = fileURLToPath(new URL("scripts/encounters/", root));

/** The shipped encounters, by their files. */
export const encounters = readdirSync(folder).filter((name) => name.endsWith(".asz")).sort()
  .map((name) => ({ name, text: readFileSync(`${folder}${name}`, "utf8") }));

/** What they use of each other. */
export const texts = Object.fromEntries(encounters.map(({ name, text }) => [name, text]));

/** What the program prints, called in the folder of the encounters. */
export const native = (...words) =>
  execFileSync(program, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

/** What it prints where it refuses something. */
export const refused = (...words) => spawnSync(program, words, { cwd: folder, encoding: "utf8" });

/** What `assize serve` answers to requests, one after the other. */
export const served = (...requests) => {
  const all = [{ method: "initialize", params: { client: { name: "test", version: "1" }, protocol: 1 } }, ...requests];
  const input = all.map((request, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`).join("");
  const { stdout } = spawnSync(program, ["serve", "--stdio"], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const answers = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return requests.map((_, at) => answers.find((answer) => answer.id === at + 1 && ("result" in answer || "error" in answer)));
};
