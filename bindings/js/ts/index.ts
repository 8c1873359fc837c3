// What the package offers.

import { Engine, type BeginOptions } from "./engine.js";
import type { Document } from "./document.js";
import type { Encounter } from "./encounter.js";
import { call, coreBuild } from "./load.js";
import type { Session } from "./session.js";
import type { CompileOptions, EngineOptions, Rule } from "./types.js";

export { Document } from "./document.js";
export { Encounter } from "./encounter.js";
export { Engine, type BeginOptions } from "./engine.js";
export { AssizeError } from "./error.js";
export { init, type InitOptions, type Source } from "./load.js";
export { type EnterOptions, type Found, type Keep, Session, type SessionAdviceOptions, type SessionOddsOptions } from "./session.js";
export type * from "./types.js";
export { Verdict } from "./verdict.js";

/** Compiles a script; what it may use beside what comes with the package stands in `texts`. */
export const compile = (text: string, options: EngineOptions & CompileOptions = {}): Promise<Encounter> =>
  new Engine(options).compile(text, options);

/** Begins a session. */
export const begin = (options: EngineOptions & BeginOptions = {}): Promise<Session> => new Engine(options).begin(options);

/** Goes on with a session from all rows of its journal. */
export const resume = (rows: Iterable<string>, options: EngineOptions & Pick<BeginOptions, "keep"> = {}): Promise<Session> =>
  new Engine(options).resume(rows, options);

/** Reads a script that is being written, as an editor asks about it. */
export const open = (text: string, options: EngineOptions & { readonly name?: string } = {}): Promise<Document> =>
  new Engine(options).open(text, options.name);

/** A script in the one layout; it is refused where it has mistakes. */
export const format = async (text: string, name = "script"): Promise<string> => {
  const { glue } = await coreBuild();
  return call(() => glue.format(name, text));
};

/** The systems and house rules that come with the package, with their texts. */
export const shipped = async (): Promise<{ readonly name: string; readonly text: string }[]> => {
  const { glue } = await coreBuild();
  return JSON.parse(glue.shipped());
};

/** What the rules say that a line of a system or house rule of the package names or holds; `reasons` tell their IDs and the place. */
export const rulesAt = async ({ file, line }: { readonly file: string; readonly line: number }): Promise<Rule[]> => {
  const { glue } = await coreBuild();
  return JSON.parse(glue.rules_at(file, line));
};
