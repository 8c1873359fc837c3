// How each call is answered. Everything here runs in the worker.

import {
  type Document,
  type Encounter,
  Engine,
  type For,
  format,
  type Progress,
  type Question,
  type Reason,
  type Rule,
  rulesAt,
  shipped,
  type Verdict,
} from "assize";
import { played } from "./dice.js";
import { knobsOf } from "./knobs.js";
import { type Calls, type Place, placed, type Script, type Told } from "./messages.js";
import { moving } from "./numbers.js";
import * as sessions from "./sessions.js";

/** What a call has around it: who hears of it, whom it can ask, and what stops it. */
export interface Around {
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  ask(question: Question): Promise<string | null>;
  keep(row: string): void;
}

type Answers = {
  [Call in keyof Calls]: (around: Around, ...given: Parameters<Calls[Call]>) => ReturnType<Calls[Call]> | Promise<ReturnType<Calls[Call]>>;
};

/** An engine is made once for the same texts. The page ends what takes too long, so its limits are those of one's own scripts. */
const engines = new Map<string, Engine>();
const engineFor = (texts: Script["texts"]): Engine => {
  const key = JSON.stringify(texts);
  let engine = engines.get(key);
  if (engine === undefined) {
    if (engines.size > 8) engines.clear();
    engine = new Engine({ texts });
    engines.set(key, engine);
  }
  return engine;
};

let lastRead: { readonly key: string; readonly document: Document } | undefined;
const documentOf = async (script: Script): Promise<Document> => {
  const key = JSON.stringify(script);
  if (lastRead?.key === key) return lastRead.document;
  const document = await engineFor(script.texts).open(script.text, script.name);
  lastRead?.document.free();
  lastRead = { key, document };
  return document;
};

/** A scene is compiled once for all that is asked of it. */
let lastCompiled: { readonly key: string; readonly encounter: Promise<Encounter> } | undefined;
const compiled = (script: Script): Promise<Encounter> => {
  const key = JSON.stringify(script);
  if (lastCompiled?.key !== key) {
    lastCompiled = { key, encounter: engineFor(script.texts).compile(script.text, { name: script.name, cast: script.cast }) };
  }
  return lastCompiled.encounter;
};

const told = async (verdict: Verdict): Promise<Told> => {
  const reasons = verdict.reasons();
  const all = { html: verdict.html(), text: verdict.text(), brief: verdict.brief, reasons, data: verdict.data };
  verdict.free();
  return { ...all, rules: Object.fromEntries(await Promise.all(placesOf(reasons).map(said))) };
};

/** Where rules stand behind reasons. */
const placesOf = (reasons: readonly Reason[]): Place[] =>
  reasons.flatMap(({ place, rules = [], because = [] }) => [...(place && rules.length > 0 ? [place] : []), ...placesOf(because)]);

const said = async (place: Place): Promise<[string, Rule[]]> => [placed(place), await rulesAt(place)];

/** The units of modifiers of the system that a scene uses. */
const unitsOf = async ({ text, texts }: Script): Promise<[string, string] | null> => {
  const used = /^use (?!house|sheet)(\w+)/m.exec([text, ...Object.values(texts)].join("\n"))?.[1];
  const system = (await shipped()).find(({ name }) => name === used);
  const [, bonus, penalty] = /^modifiers bonus (\w+), penalty (\w+)/m.exec(system?.text ?? "") ?? [];
  return bonus === undefined || penalty === undefined ? null : [bonus, penalty];
};

const watching = ({ signal, progress }: Around) => ({ signal, onProgress: progress });

export const answers: Answers = {
  wake: () => null,
  read: async (_, script) => {
    const document = await documentOf(script);
    const { findings, marks } = document;
    const isRight = findings.every(({ severity }) => severity !== "error");
    return { findings, marks, asides: isRight ? document.asides : [] };
  },
  complete: async (_, script, at) => (await documentOf(script)).complete(at),
  hover: async (_, script, at) => (await documentOf(script)).hover(at) ?? null,
  format: (_, script) => format(script.text, script.name),
  shipped: () => shipped(),
  prepare: async (_, script) => {
    const encounter = await compiled(script);
    const knobs = knobsOf(script.text, await documentOf(script), await unitsOf(script));
    return { roles: encounter.roles, knobs };
  },
  run: async ({ ask }, script, { asks, ...options }) => {
    const encounter = await compiled(script);
    const verdict = asks ? await played(encounter, options, ask) : encounter.adjudicate(options);
    return told(verdict);
  },
  odds: async (around, script, questions, whom) => (await compiled(script)).odds(questions, { for: whom, keep: true, ...watching(around) }),
  numbers: async (_, script, whom) => moving(await compiled(script), whom),
  simulate: async (around, script, questions) =>
    (await compiled(script)).simulate(questions, { runs: 100_000, seed: 1, ...watching(around) }),
  advise: async (around, script, goal, whom) =>
    (await compiled(script)).advise({ ...(goal !== null && { goal }), for: whom, ...watching(around) }),
  compare: (_, script, rules, options) => engineFor(script.texts).compare(script.text, rules, { name: script.name, run: options }),
  begin: ({ keep }, rows, texts) => sessions.begin(new Engine({ texts }), rows, keep),
  enter: ({ ask }, text, mode, whom) => sessions.enter(text, mode, whom, ask),
  undo: () => sessions.current().undo(),
  redo: () => sessions.current().redo(),
  state: (_, whom: For) => sessions.current().state(whom),
  history: (_, whom) => sessions.current().history(whom),
  explain: (_, name, whom) => sessions.current().why(name, whom),
  record: (_, form, whom) => sessions.current().export(form, whom),
  ahead: (around, statement, whom) => sessions.current().odds([], { statement, for: whom, keep: true, ...watching(around) }),
};
