// The page's side of the worker: calls, and the watch over them. A thread that does not answer in time is ended, and another one begun.

import type { Progress, Question } from "assize";
import { Refused, Stopped, stoppedBy } from "./failure.js";
import type { Back, Calls, Sent } from "./messages.js";

/** How a call is watched. */
export interface Watch {
  /** After so many milliseconds without an answer to anything, the thread is ended. Time in which somebody is asked does not count. */
  readonly within?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: Progress) => void;
  readonly ask?: (question: Question) => Promise<string | null>;
}

interface Waiting {
  readonly watch: Watch;
  readonly done: (value: never) => void;
  readonly fail: (error: Error) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Nobody waits for this one now. */
const rest = (waiting: Waiting): void => {
  clearTimeout(waiting.timer);
  waiting.timer = undefined;
};

/** How long a thread may be silent while something is asked that nobody can stop by hand. */
const PATIENCE = 12_000;
/** The same before it has answered anything: a machine that is busy takes long to begin, and that says nothing of the scene. */
const BEGINNING = 60_000;

export class Helper {
  #thread: Worker | undefined;
  #isAwake = false;
  /** Whether this thread or one before it has answered more than that it is awake. */
  #isProven = false;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  readonly #core: Promise<WebAssembly.Module>;
  #begun: Worker | undefined;
  /** Hears of each row of the session's journal. */
  onRow: (row: string) => void = () => {};
  /** Hears that a new thread begins, which knows of no session. */
  onNew: () => void = () => {};

  /** A thread may have been begun already; it is the first that is used. */
  constructor(core: Promise<WebAssembly.Module>, begun?: Worker) {
    this.#core = core;
    this.#begun = begun;
  }

  /** Asks the worker. */
  async call<Call extends keyof Calls>(call: Call, given: Parameters<Calls[Call]>, watch: Watch = {}): Promise<ReturnType<Calls[Call]>> {
    watch.signal?.throwIfAborted();
    const thread = this.#thread ?? this.#begin(await this.#core);
    if (!this.#isAwake && call !== "wake") await this.call("wake", []);
    const id = ++this.#last;
    return new Promise((done, fail) => {
      const waiting: Waiting = { watch, done, fail, timer: undefined };
      this.#waiting.set(id, waiting);
      if (call !== "wake") this.#watch(waiting);
      watch.signal?.addEventListener("abort", () => this.#stop(id));
      thread.postMessage({ id, call, with: given } satisfies Sent);
    });
  }

  /** Ends the thread with everything that waits for it. */
  end(byHand: boolean): void {
    this.#thread?.terminate();
    this.#thread = undefined;
    this.#isAwake = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer, fail } of waiting) {
      clearTimeout(timer);
      fail(new Stopped(byHand));
    }
  }

  #begin(core: WebAssembly.Module): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const thread = this.#begun ?? new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
    this.#begun = undefined;
    this.#thread = thread;
    thread.onmessage = ({ data }: { data: Back }) => this.#hear(data);
    thread.onerror = () => this.end(false);
    thread.postMessage({ core } satisfies Sent);
    this.onNew();
    return thread;
  }

  #watch(waiting: Waiting): void {
    const { within = this.#isProven ? PATIENCE : BEGINNING } = waiting.watch;
    clearTimeout(waiting.timer);
    if (within === Infinity) return;
    waiting.timer = setTimeout(() => this.end(false), within);
  }

  // What can be stopped answers with what is known by then; where nothing does, the thread ends.
  #stop(id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#thread?.postMessage({ id, stop: true } satisfies Sent);
    rest(waiting);
    const { signal } = waiting.watch;
    setTimeout(() => this.#waiting.has(id) && this.end(signal === undefined || stoppedBy(signal).byHand), 1000);
  }

  #hear(back: Back): void {
    if ("row" in back) return this.onRow(back.row);
    const waiting = this.#waiting.get(back.id);
    if (waiting === undefined) return;
    if ("progress" in back) return waiting.watch.progress?.(back.progress);
    rest(waiting);
    if ("asks" in back) return void this.#ask(back.id, waiting, back.asks);
    this.#waiting.delete(back.id);
    // The first answer is that it is awake. What has waited behind another call begins only now.
    this.#isProven ||= this.#isAwake;
    this.#isAwake = true;
    for (const other of this.#waiting.values()) if (other.timer !== undefined) this.#watch(other);
    if ("done" in back) return waiting.done(back.done as never);
    const { refused } = back;
    const { signal } = waiting.watch;
    if (signal?.aborted) return waiting.fail(stoppedBy(signal));
    waiting.fail(typeof refused === "string" ? new Error(refused) : new Refused(refused));
  }

  async #ask(id: number, waiting: Waiting, question: Question): Promise<void> {
    const says = (await waiting.watch.ask?.(question)) ?? null;
    if (!this.#waiting.has(id)) return;
    this.#watch(waiting);
    this.#thread?.postMessage({ id, says } satisfies Sent);
  }
}
