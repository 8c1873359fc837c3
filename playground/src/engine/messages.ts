// What the page asks of the worker, and what comes back.

import type {
  Adjudicate,
  Aside,
  Compared,
  Completion,
  DocumentFinding,
  Entered,
  ErrorObject,
  For,
  Format,
  Hover,
  Listed,
  Mark,
  Named,
  Odds,
  Progress,
  Question,
  Reason,
  Role,
  Rule,
  Shown,
  ToldAdvice,
  Estimate,
  VerdictData,
} from "assize";
import type { Knob } from "./knobs.js";

/** A text with the other texts that it may use, by their names. */
export interface Script {
  readonly name: string;
  readonly text: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Who fills its roles. */
  readonly cast: Readonly<Record<string, string>>;
}

/** What an editor shows of a text. */
export interface Reading {
  readonly findings: DocumentFinding[];
  readonly marks: Mark[];
  readonly asides: Aside[];
}

/** What happened, in the forms that are shown. */
export interface Told {
  readonly html: string;
  readonly text: string;
  readonly brief: Shown[];
  readonly reasons: Reason[];
  readonly data: VerdictData;
  /** What the rules say behind its reasons, by their places. */
  readonly rules: Readonly<Record<string, readonly Rule[]>>;
}

/** Where something is given. */
export type Place = NonNullable<Reason["place"]>;

/** A place as a name. */
export const placed = ({ file, line }: Place): string => `${file}:${line}`;

/** A scene as it can be asked about. */
export interface Ready {
  readonly roles: Role[];
  readonly knobs: Knob[];
}

/** A number of a scene that depends on chance, and one that it comes to about half of the time. */
export interface Moving {
  readonly name: string;
  readonly usual: number;
}

/** How a scene is run. */
export type Running = Adjudicate & { readonly asks?: boolean };

/** Everything that can be asked of the worker. */
export interface Calls {
  /** Is answered as soon as anything can be. */
  wake(): null;
  read(script: Script): Reading;
  complete(script: Script, at: number): Completion[];
  hover(script: Script, at: number): Hover | null;
  format(script: Script): string;
  shipped(): { name: string; text: string }[];
  prepare(script: Script): Ready;
  run(script: Script, options: Running): Told;
  odds(script: Script, questions: string[], whom: For): Odds;
  /** The numbers that come out differently from run to run, those first that somebody would ask for. */
  numbers(script: Script, whom: For): Moving[];
  simulate(script: Script, questions: string[]): Estimate[];
  advise(script: Script, goal: string | null, whom: For): ToldAdvice;
  compare(script: Script, rules: string[], options: Adjudicate): Compared;
  begin(rows: string[], texts: Readonly<Record<string, string>>): number;
  enter(text: string, mode: "random" | "deliberate" | "table", whom: For): Entered;
  undo(): Listed | null;
  redo(): Listed | null;
  state(whom: For): Named[];
  history(whom: For): Listed[];
  explain(name: string, whom: For): string;
  record(format: Format, whom: For): string;
  ahead(statement: string, whom: For): Odds;
}

/** A request: what is asked, and with what. */
export interface Request {
  readonly id: number;
  readonly call: keyof Calls;
  readonly with: readonly unknown[];
}

/** What goes to the worker. */
export type Sent =
  | { readonly core: WebAssembly.Module }
  | Request
  | { readonly id: number; readonly says: string | null }
  | { readonly id: number; readonly stop: true };

/** What comes from it. */
export type Back =
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly refused: ErrorObject | string }
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly asks: Question }
  | { readonly row: string };
