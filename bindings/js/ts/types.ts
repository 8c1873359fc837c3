// Which types there are, by the names that people look for. Those of results and questions are made from the schemas in `protocol/`.

import type * as Protocol from "./protocol.js";

export type { Protocol };

export type Adjudicate = Protocol.Adjudicate;
export type Answering = Protocol.Answering;
export type Checked = Protocol.Checked;
export type Edited = Protocol.Edited;
export type Entered = Protocol.Entered;
export type ErrorObject = Protocol.Error;
export type Estimate = Protocol.ToldEstimate;
export type Finding = Protocol.JsonDiagnostic;
export type For = Protocol.For;
export type Format = Protocol.Format;
export type Happened = Protocol.Happened;
export type Mode = Protocol.Mode;
export type Listed = Protocol.Listed;
export type Named = Protocol.Named;
export type Odd = Protocol.Odd;
export type Odds = Protocol.Odds;
export type Place = Protocol.Place;
export type Question = Protocol.OpenQuestion;
export type Reason = Protocol.Reason;
export type Shown = Protocol.Shown;
export type Tested = Protocol.Tested;
export type ToldAdvice = Protocol.ToldAdvice;
export type VerdictData = Protocol.Verdict;
export type Want = Protocol.Want;

/** Says what a person answers, as they would at the table: `3 5`, the name of an option; `null` to break off. */
export type Ask = (question: Question) => string | null | Promise<string | null>;

/** How a run is answered, and who is asked. */
export interface PlayOptions extends Adjudicate {
  /** Asks a person. */
  ask: Ask;
  /** Hears of each event as it happens. */
  onEvent?: (event: Happened) => void;
}

/** How long a question may take, and who hears of it. */
export interface Watching {
  /**
   * Hears now and then how many situations were come upon, and between which numbers the answers lie by now.
   */
  onProgress?: (progress: Progress) => void;
  /** Stops it. With `keep`, what is known by then is the answer; otherwise the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** How far a question has come. */
export interface Progress {
  /** So many situations were come upon until now, or so many runs were made. */
  readonly count: number;
  /** What is known by now of each answer to a question about odds. */
  readonly chances: Odd[];
}

/** Which odds are wanted, beside the questions. */
export type OddsOptions = Omit<Protocol.FindOdds, "questions"> & Watching;

/** Which advice is wanted. */
export type AdviceOptions = Protocol.FindAdvice & Watching;

/** Which simulation is wanted, beside the questions. */
export type SimulateOptions = Omit<Protocol.Simulate, "questions"> & Watching;

/** A role of a scene that somebody has to fill. */
export interface Role {
  readonly name: string;
  /** The kind of thing that can fill it. */
  readonly kind: string;
  /** Those of that kind, in the order in which they are declared. */
  readonly fitting: string[];
}

/** A type of a parameter of a function of the host, or of what it returns. */
export type Takes = "number" | "yes/no" | "text" | { readonly level: string };

/** What a function of the host is given. */
export type Argument = number | bigint | boolean | string | { readonly scale: string; readonly level: string; readonly rank: number } | undefined;

/** A function of the host that answers with a value: `host.NAME(…)` in a script. It has to be pure. */
export interface HostFunction {
  readonly parameters?: Readonly<Record<string, Takes>>;
  /** What it returns; a number if left out. A level is returned by its name. */
  readonly returns?: Takes;
  readonly call: (...values: never[]) => number | bigint | boolean | string;
}

/** A function of the host that acts: `signal NAME(…)` in a script, carried out by `encounter.perform(verdict)`. */
export interface HostAction {
  readonly parameters?: Readonly<Record<string, Takes>>;
  readonly call: (...values: Shown[]) => void;
}

/** What scripts are compiled with. */
export interface EngineOptions {
  /** Texts that `use` finds, by their names. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What a script may use up: `untrusted` for those of strangers, which take no longer than about a second. */
  readonly limits?: "own" | "untrusted";
  readonly functions?: Readonly<Record<string, HostFunction>>;
  readonly actions?: Readonly<Record<string, HostAction>>;
}

/** How a script is compiled. */
export interface CompileOptions {
  /** What it is called in messages; `script` if left out. */
  readonly name?: string;
  /** Who fills its roles. */
  readonly cast?: Readonly<Record<string, string>>;
}

/** How a scene is compared with itself under house rules. */
export interface CompareOptions {
  readonly name?: string;
  /** How both are run. */
  readonly run?: Adjudicate;
  /** Odds that are asked of both; of everything if there are no questions in it. */
  readonly odds?: Protocol.FindOdds;
}

/** One side of a comparison. */
export type Side = { readonly verdict: VerdictData } | { readonly error: ErrorObject };

/** A scene without house rules and with them, from the same dice. */
export interface Compared {
  readonly without: Side;
  readonly with: Side;
  readonly odds?: { readonly question: string; readonly without: Odd | null; readonly with: Odd | null; readonly differ: boolean }[];
}

/** A stretch of a text, in units of UTF-16 as JavaScript counts them. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A finding in the text in hand, at its place there. */
export interface DocumentFinding extends Stretch {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly help: string | null;
  /** In words, with its place, for people. */
  readonly text: string;
  /** The places it speaks of, the main one first, with what is to be seen there; `here` where they are in the text in hand. */
  readonly labels: (Place & { readonly text: string; readonly here?: Stretch })[];
  /** Changes that make it go away, each a way of its own. */
  readonly fixes: Change[];
}

/** A change of a text. */
export interface Change extends Stretch {
  readonly title: string;
  readonly insert: string;
  /** Whether it can be made without asking. */
  readonly sure: boolean;
}

/** A word that could stand at a place, and what it replaces. */
export interface Completion extends Stretch {
  readonly label: string;
  readonly kind: "keyword" | "built_in" | "script" | "declaration" | "thing" | "done" | "level" | "part";
  readonly detail: string;
}

/** Where something is given: in the text in hand if there is `here`, and the line in words. */
export type Given = Place & { readonly text: string; readonly here?: Stretch };

/** What a name is, what it means, and where it comes from. */
export interface Hover extends Stretch {
  readonly name: string;
  /** What it is: `field`, `level`, `procedure`; may be empty. */
  readonly sort: string;
  /** May be empty. */
  readonly meaning: string;
  readonly given: Given | null;
  /** The rules of its book that the line holds. */
  readonly rules: Rule[];
}

/** A rule of the book behind a system that comes with the package. */
export interface Rule {
  readonly id: string;
  readonly says: string;
}

/** The call in which somebody is typing. */
export interface Call {
  readonly label: string;
  readonly meaning: string;
  /** Where each parameter stands in the label. */
  readonly parameters: Stretch[];
  /** Which of them is being written, from 0. */
  readonly at: number;
}

/** What a word is, for its colour: the names are those that editors have for sorts of tokens. */
export interface Mark extends Stretch {
  readonly sort:
    | "keyword" | "number" | "string" | "comment" | "operator" | "enum" | "enumMember" | "class" | "struct"
    | "namespace" | "function" | "method" | "variable" | "event" | "property";
  /** Whether the name is given here. */
  readonly given: boolean;
  /** Whether it is one of what comes with the package. */
  readonly shipped: boolean;
}

/** A name that a text gives. */
export interface DocumentSymbol extends Stretch {
  readonly name: string;
  readonly sort: string;
  /** All that belongs to it. */
  readonly whole: Stretch;
}

/** What is told beside a line: what a plan costs, what a sum comes to by judgement. */
export interface Aside {
  /** The line, from 0. */
  readonly line: number;
  readonly text: string;
  readonly meaning: string;
}
