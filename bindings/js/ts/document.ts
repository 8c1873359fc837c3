import type { Document as Raw } from "./core/assize.js";
import { call } from "./load.js";
import type { Aside, Call, Change, Completion, DocumentFinding, DocumentSymbol, Given, Hover, Mark, Stretch } from "./types.js";

/** A script that is being written, finished or not, as an editor asks about it. Places are units of UTF-16. */
export class Document {
  readonly #raw: Raw;

  /** @internal */
  constructor(raw: Raw) {
    this.#raw = raw;
  }

  /** Everything that is wrong or worth a look. */
  get findings(): DocumentFinding[] {
    return JSON.parse(call(() => this.#raw.findings()));
  }

  /** All changes that can be made without asking, which do not touch each other. */
  get sureFixes(): Change[] {
    return JSON.parse(call(() => this.#raw.sure_fixes()));
  }

  /** What each word is, for its colour, in their order. */
  get marks(): Mark[] {
    return JSON.parse(call(() => this.#raw.marks()));
  }

  /** The names that it gives. */
  get outline(): DocumentSymbol[] {
    return JSON.parse(call(() => this.#raw.outline()));
  }

  /** Its expectations. */
  get expectations(): (Stretch & { readonly title: string })[] {
    return JSON.parse(call(() => this.#raw.expectations()));
  }

  /** What can be folded. */
  get folds(): (Stretch & { readonly kind: "region" | "comment" | "imports" })[] {
    return JSON.parse(call(() => this.#raw.folds()));
  }

  /** What plans cost and sums come to, beside their lines. The scene is run once for it, by judgement. */
  get asides(): Aside[] {
    return JSON.parse(call(() => this.#raw.asides()));
  }

  /** The words that could stand at a place, in the order in which they are to be offered. */
  complete(at: number): Completion[] {
    return JSON.parse(call(() => this.#raw.complete(at)));
  }

  /** What the name at a place is. */
  hover(at: number): Hover | undefined {
    return parsed(call(() => this.#raw.hover(at)));
  }

  /** What the call takes in which a place lies. */
  call(at: number): Call | undefined {
    return parsed(call(() => this.#raw.call(at)));
  }

  /** Where the name at a place is given. */
  definition(at: number): Given | undefined {
    return parsed(call(() => this.#raw.definition(at)));
  }

  /** The places that speak of the name at a place. */
  references(at: number): Stretch[] {
    return JSON.parse(call(() => this.#raw.references(at)));
  }

  /** Gives its memory back at once, and not when it is collected. */
  free(): void {
    this.#raw.free();
  }
}

const parsed = <T>(text: string | undefined): T | undefined => (text === undefined ? undefined : JSON.parse(text));
