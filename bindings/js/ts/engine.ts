import type { Engine as Raw } from "./core/assize.js";
import { Document } from "./document.js";
import { Encounter } from "./encounter.js";
import { complaint } from "./error.js";
import { type Build, call, coreBuild, rhaiBuild } from "./load.js";
import { fresh } from "./seeds.js";
import { type Found, type Keep, keeping, type Making, Session, whole } from "./session.js";
import type { Compared, CompareOptions, CompileOptions, EngineOptions, HostAction, HostFunction, Takes } from "./types.js";

/** An engine in one of the two files of WebAssembly. */
interface Made {
  readonly build: Build;
  readonly engine: Raw;
}

/** What a session begins with. */
export interface BeginOptions {
  /** The seed of public rolls; a fresh one if left out. Whoever guesses it can foresee them. */
  readonly seed?: number | string;
  /** The seed of secret rolls; a fresh one if left out. */
  readonly secret_seed?: number | string;
  /** Keeps each row of the journal. */
  readonly keep?: Keep;
}

/** What scripts are compiled with: texts that they may use, functions that they may call, and what they may use up. */
export class Engine {
  readonly #options: EngineOptions;
  /** The options that can be sent to another thread. */
  readonly #json: string;
  readonly #isBound: boolean;
  #core: Promise<Made> | undefined;
  #rhai: Promise<Made> | undefined;

  constructor(options: EngineOptions = {}) {
    const { texts = {}, limits = "own", functions = {}, actions = {} } = options;
    this.#options = options;
    this.#json = JSON.stringify({ texts, limits });
    this.#isBound = Object.keys(functions).length + Object.keys(actions).length > 0;
  }

  /** Compiles a script. */
  async compile(text: string, { name = "script", cast = {} }: CompileOptions = {}): Promise<Encounter> {
    const told = JSON.stringify(cast);
    return this.#with(({ build, engine }) => {
      const origin = { build, engine: this.#json, isBound: this.#isBound, name, text, cast: told };
      return new Encounter(call(() => engine.compile(name, text, told)), origin);
    });
  }

  /** A scene without some house rules and with them, from the same dice. They are named as `use house` names them. */
  async compare(text: string, rules: string | string[], { name = "script", run = {}, odds }: CompareOptions = {}): Promise<Compared> {
    const seeds = { seed: fresh(), secret_seed: fresh() };
    const options = JSON.stringify({ run: { ...seeds, ...run }, ...(odds && { odds }) });
    const told = JSON.stringify([rules].flat());
    return this.#with(({ engine }) => JSON.parse(call(() => engine.compare(name, text, told, options))));
  }

  /** Reads a script that is being written. It need not be finished, or right. */
  async open(text: string, name = "script"): Promise<Document> {
    return this.#with(({ build, engine }) => new Document(call(() => new build.glue.Document(engine, name, text))));
  }

  /** Begins a session. */
  async begin({ seed = fresh(), secret_seed = fresh(), keep }: BeginOptions = {}): Promise<Session> {
    const rows: string[] = [];
    const options = JSON.stringify({ seed, secret_seed });
    return this.#with(({ build, engine }) => {
      const raw = call(() => build.glue.Session.begin(engine, options, keeping(rows, keep)));
      return new Session({ build, raw }, this.#making(keep), rows);
    });
  }

  /** Goes on with a session from all rows of its journal. */
  async resume(rows: Iterable<string>, { keep }: Pick<BeginOptions, "keep"> = {}): Promise<Session> {
    const before = [...rows];
    return this.#with(({ build, engine }) => {
      const kept = [...before];
      const resumed = call(() => build.glue.Session.resume(engine, whole(before), keeping(kept, keep)));
      const found: Found = JSON.parse(resumed.found());
      const raw = resumed.session()!;
      resumed.free();
      return new Session({ build, raw }, this.#making(keep), kept, found);
    });
  }

  #making(keep: Keep | undefined): Making {
    return { engine: this.#json, isBound: this.#isBound, keep, withRhai: () => this.#withRhai() };
  }

  /** Does something with the smaller file, and does it again with the other one, if a script has house rules in Rhai. */
  async #with<T>(work: (made: Made) => T): Promise<T> {
    if (this.#rhai !== undefined) return work(await this.#rhai);
    this.#core ??= coreBuild().then((build) => this.#make(build));
    const made = await this.#core;
    made.build.glue.wants_rhai();
    let [done, failure]: [T | undefined, unknown] = [undefined, undefined];
    try {
      done = work(made);
    } catch (error) {
      failure = error;
    }
    // What was read of a script with such rules is of no use, whether it was refused for them or not.
    if (made.build.glue.wants_rhai()) return work(await this.#withRhai());
    if (failure !== undefined) throw failure;
    return done as T;
  }

  #withRhai(): Promise<Made> {
    const making = (this.#rhai ??= rhaiBuild().then((build) => this.#make(build)));
    making.catch(() => { this.#rhai = undefined; });
    return making;
  }

  #make(build: Build): Made {
    const { functions = {}, actions = {} } = this.#options;
    let engine = call(() => new build.glue.Engine(this.#json));
    for (const [name, lent] of Object.entries(functions)) engine = this.#lend(engine, name, lent);
    for (const [name, lent] of Object.entries(actions)) engine = this.#act(engine, name, lent);
    return { build, engine };
  }

  #lend(engine: Raw, name: string, { parameters = {}, returns = "number", call: lent }: HostFunction): Raw {
    if (typeof lent !== "function") throw complaint("AZ925", `the function \`${name}\` has no \`call\``);
    const answer = (...values: never[]): unknown => {
      const answered: unknown = lent(...values);
      if (answered instanceof Promise) throw new Error("it returned a promise, but nobody can wait for it here");
      return answered;
    };
    return call(() => engine.lend(name, entries(parameters), JSON.stringify(returns), answer));
  }

  #act(engine: Raw, name: string, { parameters = {}, call: lent }: HostAction): Raw {
    return call(() => engine.signalled(name, entries(parameters), lent));
  }
}

const entries = (parameters: Readonly<Record<string, Takes>>): string => JSON.stringify(Object.entries(parameters));
