// Something that may take long: how far it is, and a button that stops it.

import { button, el } from "../dom.js";
import type { Progress } from "assize";
import { Stopped, stoppedBy } from "../engine/failure.js";

/** After so long it is stopped unless somebody says otherwise. */
const LONG = 30_000;

/** What a call is given that somebody may stop. */
export interface Watched {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  readonly within: number;
}

export class Waiting {
  readonly node = el("div", { class: "status", hidden: true });
  #stop: AbortController | undefined;
  readonly #count = el("span");
  readonly #go = button("No time limit", () => this.#goOn(), { class: "quiet", title: "Otherwise it stops by itself after 30 seconds" });
  #long: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(what: string) {
    const stop = button("Stop", () => this.#stop?.abort(new Stopped(true)), { class: "quiet" });
    this.node.append(el("span", { class: "spin", "aria-hidden": "true" }), el("span", {}, what), this.#count, stop, this.#go);
  }

  /** Begins; what was begun before is stopped. */
  begin(): Watched {
    this.#stop?.abort(new Error("something newer is asked"));
    this.end();
    const stop = (this.#stop = new AbortController());
    this.#count.textContent = "";
    // What is quick is not announced.
    this.#soon = setTimeout(() => {
      this.node.hidden = false;
    }, 250);
    this.#long = setTimeout(() => stop.abort(new Stopped(false)), LONG);
    this.#go.hidden = false;
    const progress = ({ count }: Progress): void => {
      if (this.#stop === stop) this.#count.textContent = `${count.toLocaleString("en")} situations`;
    };
    return { signal: stop.signal, progress, within: Infinity };
  }

  #goOn(): void {
    clearTimeout(this.#long);
    this.#go.hidden = true;
  }

  /** It is over. */
  end(): void {
    clearTimeout(this.#soon);
    clearTimeout(this.#long);
    this.node.hidden = true;
  }

  /** Whether what was begun last was stopped because it took too long. */
  get isTimeUp(): boolean {
    return this.#stop !== undefined && this.#stop.signal.aborted && !stoppedBy(this.#stop.signal).byHand;
  }

  /** Whether this is what was begun last. */
  is(signal: AbortSignal): boolean {
    return this.#stop?.signal === signal;
  }
}
