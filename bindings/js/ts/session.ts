import type { Engine as RawEngine, Session as Raw } from "./core/assize.js";
import { watched } from "./encounter.js";
import { complaint } from "./error.js";
import type { Asked } from "./job.js";
import { type Build, call } from "./load.js";
import type {
  Answering, Ask, Edited, Entered, For, Format, Happened, Listed, Named, Odds, Protocol, Question, ToldAdvice, Want, Watching,
} from "./types.js";
import { work, workHere } from "./working.js";

/** Keeps a row of a journal; it has to be kept when this returns. What it throws is told as the reason why nothing was entered. */
export type Keep = (row: string) => void;

/** How a line is entered, and who is asked. */
export interface EnterOptions {
  /** For whom the result is; for players if left out. */
  for?: For;
  /** What is wanted of the verdict; the named results if left out. */
  want?: Want[];
  /** Asks a person; without it choices take what they take where nobody is asked. */
  ask?: Ask;
  /** Hears of each event as it happens. */
  onEvent?: (event: Happened) => void;
}

/** Which odds are wanted of what comes next. */
export type SessionOddsOptions = Omit<Protocol.AskOdds, "session" | "questions" | "progress"> & Watching;

/** Which advice is wanted for a statement that is not entered. */
export type SessionAdviceOptions = Omit<Protocol.AskAdvice, "session" | "statement" | "progress" | "keep"> & Watching;

/** What was found in a journal. */
export interface Found {
  /** So many entries are in it. */
  readonly entries: number;
  /** A line that waits for an answer, or that was cut off. Entered again, it has the answers that were given then. Not for players. */
  readonly unfinished: string | null;
  /** Why a new page had to begin. Not for players. */
  readonly page: string | null;
}

/** What a session goes on with in another file of WebAssembly. @internal */
export interface Home {
  readonly build: Build;
  readonly raw: Raw;
}

/** What a session is made with. @internal */
export interface Making {
  /** The options of the engine, as JSON. */
  readonly engine: string;
  readonly isBound: boolean;
  readonly keep: Keep | undefined;
  /** An engine that reads house rules in Rhai. */
  withRhai(): Promise<{ build: Build; engine: RawEngine }>;
}

/** Statements entered one after the other, kept in a journal, undone, told. */
export class Session {
  #home: Home;
  readonly #making: Making;
  readonly #rows: string[];
  /** What was found in its journal, if it goes on from one. */
  readonly found: Found | undefined;

  /** @internal */
  constructor(home: Home, making: Making, rows: string[], found?: Found) {
    this.#home = home;
    this.#making = making;
    this.#rows = rows;
    this.found = found;
  }

  /** The rows of its journal until now, from which `resume` goes on. */
  get rows(): readonly string[] {
    return this.#rows;
  }

  get #raw(): Raw {
    return this.#home.raw;
  }

  /** Enters a statement, or asks for the value of an expression. */
  async enter(text: string, { ask, onEvent, ...options }: EnterOptions = {}): Promise<Entered> {
    const asked = JSON.stringify({ session: "", text, ...options });
    const hear = onEvent && ((event: string) => onEvent(JSON.parse(event)));
    const go = (said?: string): Came => JSON.parse(call(() => this.#raw.enter(asked, ask !== undefined, said, hear)));
    let came = await this.#orWithRhai(go);
    while ("asks" in came) {
      const said = await ask!(came.asks);
      if (said === null) {
        call(() => this.#raw.break_off());
        throw complaint("AZ714", "this was cancelled; nothing has changed");
      }
      came = go(said);
    }
    return came.entered;
  }

  /** Undoes the last entry that counts; `null` if there is none. */
  undo(): Listed | null {
    return JSON.parse(call(() => this.#raw.undo())).entry;
  }

  /** Restores the entry that was undone last; `null` if there is none. */
  redo(): Listed | null {
    return JSON.parse(call(() => this.#raw.redo())).entry;
  }

  /** Changes the text of an earlier entry, and redoes what stands behind it with the dice it had. */
  edit(number: number, text: string, options: { for?: For; want?: Want[] } = {}): Edited {
    return JSON.parse(call(() => this.#raw.edit(JSON.stringify({ session: "", number, text, ...options }))));
  }

  /** The values of things. */
  state(whom: For = "players"): Named[] {
    return JSON.parse(call(() => this.#raw.state(JSON.stringify(whom)))).values;
  }

  /** What a value was made of, in words; the last entry if left out. */
  why(name = "_", whom: For = "players"): string {
    return call(() => this.#raw.why(name, JSON.stringify(whom)));
  }

  /** Every entry, those that were undone as well. */
  history(whom: For = "players"): Listed[] {
    return JSON.parse(call(() => this.#raw.history(JSON.stringify(whom)))).entries;
  }

  /** All of it in one text. */
  export(format: Format = "markdown", whom: For = "players"): string {
    return call(() => this.#raw.export(JSON.stringify({ session: "", format, for: whom })));
  }

  /** Says how entries are answered from now on, and whose dice are rolled by hand in the mode `table`; everybody's if left out. */
  answerBy(mode: Answering["mode"], byHand: string[] = []): Answering {
    return JSON.parse(call(() => this.#raw.answer_by(JSON.stringify({ mode, by_hand: byHand }))));
  }

  /** Says who fills a role of the scenes to come. */
  cast(role: string, thing: string): void {
    call(() => this.#raw.cast(role, thing));
  }

  /** Exact odds after everything that has happened, worked out in another thread. */
  async odds(questions: string | string[] = [], { onProgress, signal, ...options }: SessionOddsOptions = {}): Promise<Odds> {
    const watching = watched(onProgress, signal);
    const keeps = options.keep ?? false;
    const asked = JSON.stringify({ session: "", questions: [questions].flat(), ...options });
    const job = { question: "odds", asked, closing: keeps || onProgress !== undefined } as const;
    if (this.#making.isBound) return JSON.parse(workHere(this.#raw as Asked, job, watching));
    const worked = await work(this.#home.build, { ...job, engine: this.#making.engine, about: this.#about() }, keeps, watching);
    return "stopped" in worked ? { chances: worked.stopped } : JSON.parse(worked.done);
  }

  /** The best choices in a statement that is not entered, worked out in another thread. */
  async advise(statement: string, { onProgress, signal, ...options }: SessionAdviceOptions = {}): Promise<ToldAdvice> {
    const watching = watched(onProgress, signal);
    const asked = JSON.stringify({ session: "", statement, ...options });
    const job = { question: "advise", asked, closing: false } as const;
    if (this.#making.isBound) return JSON.parse(workHere(this.#raw as Asked, job, watching));
    const worked = await work(this.#home.build, { ...job, engine: this.#making.engine, about: this.#about() }, false, watching);
    return JSON.parse((worked as { done: string }).done);
  }

  #about(): { kind: "session"; rows: string } {
    return { kind: "session", rows: whole(this.#rows) };
  }

  /** Does something, and does it again where house rules in Rhai are read, if that is what it wants. */
  async #orWithRhai<T>(work: () => T): Promise<T> {
    const { build } = this.#home;
    if (!build.isRhai) build.glue.wants_rhai();
    try {
      return work();
    } catch (error) {
      if (build.isRhai || !build.glue.wants_rhai()) throw error;
    }
    const { build: rhai, engine } = await this.#making.withRhai();
    const before = this.#raw;
    const raw = call(() => rhai.glue.Session.resume(engine, whole(this.#rows), keeping(this.#rows, this.#making.keep)).session()!);
    this.#home = { build: rhai, raw };
    before.free();
    return work();
  }

  /** Gives its memory back at once, and not when it is collected. */
  free(): void {
    this.#raw.free();
  }
}

type Came = { readonly entered: Entered } | { readonly asks: Question };

/** Rows as one text. */
export const whole = (rows: readonly string[]): string => rows.map((row) => `${row}\n`).join("");

/** Keeps rows here, once they are kept by the host. */
export const keeping = (rows: string[], keep: Keep | undefined): ((row: string) => void) => (row) => {
  keep?.(row);
  rows.push(row);
};
