// Something that may take long: how far it is, and a button that stops it.

import { button, el } from "../dom.js";
import type { Progress } from "assize";

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
  #long: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(what: string) {
    const go = button("Go on", () => clearTimeout(this.#long), { class: "quiet" });
    const stop = button("Stop", () => this.#stop?.abort(new Error("stopped")), { class: "quiet" });
    this.node.append(el("span", { class: "spin", "aria-hidden": "true" }), el("span", {}, what), this.#count, stop, go);
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
    this.#long = setTimeout(() => stop.abort(new Error("stopped")), LONG);
    const progress = ({ count }: Progress): void => {
      if (this.#stop === stop) this.#count.textContent = `${count.toLocaleString("en")} situations`;
    };
    return { signal: stop.signal, progress, within: Infinity };
  }

  /** It is over. */
  end(): void {
    clearTimeout(this.#soon);
    clearTimeout(this.#long);
    this.node.hidden = true;
  }

  /** Whether this is what was begun last. */
  is(signal: AbortSignal): boolean {
    return this.#stop?.signal === signal;
  }
}
