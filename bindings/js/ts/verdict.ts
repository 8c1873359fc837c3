import type { Verdict as Raw } from "./core/assize.js";
import { call } from "./load.js";
import type { Reason, Shown, VerdictData } from "./types.js";

/** What happened, as far as those may know for whom it is. It is written down only when somebody asks for it. */
export class Verdict {
  readonly #raw: Raw;

  /** @internal */
  constructor(raw: Raw) {
    this.#raw = raw;
  }

  /** @internal */
  get raw(): Raw {
    return this.#raw;
  }

  /** The named results, without what led to them: what `want: ["brief"]` gives elsewhere. */
  get brief(): Shown[] {
    return JSON.parse(call(() => this.#raw.brief()));
  }

  /** All of it as data, as `assize run --format json` prints it. */
  get data(): VerdictData {
    return JSON.parse(this.json());
  }

  /** The result of this name, such as `climb.quality`. */
  get(name: string): Shown | undefined {
    const shown = call(() => this.#raw.get(name));
    return shown === undefined ? undefined : JSON.parse(shown);
  }

  /** All of it as a text in JSON. */
  json(): string {
    return call(() => this.#raw.json());
  }

  /** In words, for people at a table. */
  text(): string {
    return call(() => this.#raw.text());
  }

  /** In Markdown, for the log of a session or a chat. */
  markdown(): string {
    return call(() => this.#raw.markdown());
  }

  /** One page for a browser, which needs nothing else. */
  html(): string {
    return call(() => this.#raw.html());
  }

  /** What a value was made of, in words; of everything if left out. */
  why(name?: string): string {
    return call(() => this.#raw.why(name));
  }

  /** What a value was made of, as a tree; of everything if left out. */
  reasons(name?: string): Reason[] {
    return JSON.parse(call(() => this.#raw.reasons(name)));
  }

  /** What `JSON.stringify` takes of it. */
  toJSON(): VerdictData {
    return this.data;
  }

  /** Gives its memory back at once, and not when it is collected. */
  free(): void {
    this.#raw.free();
  }
}
