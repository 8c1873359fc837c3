// The first tab: odds, what can be moved, and the verdict.

import { at, el } from "../dom.js";
import type { Desk, Panel } from "../desk.js";
import { Knobs } from "./knobs.js";
import { OddsCard } from "./odds.js";
import { VerdictCard } from "./verdict.js";

export class ResultPanel implements Panel {
  readonly id = "result";
  readonly title = "Try it";
  readonly node = el("div");
  readonly #odds: OddsCard;
  readonly #knobs: Knobs;
  readonly #verdict: VerdictCard;

  constructor(desk: Desk) {
    this.#odds = new OddsCard(desk);
    this.#knobs = new Knobs(desk);
    this.#verdict = new VerdictCard(desk, (told) => this.#odds.told(told));
    this.node.append(this.#odds.node, this.#verdict.node);
    // On a desk they stand below the scene that they change, and on a phone next to the odds.
    const isWide = matchMedia("(min-width: 861px)");
    const place = (): void =>
      isWide.matches ? at(".left", HTMLElement).append(this.#knobs.node) : this.#odds.node.after(this.#knobs.node);
    isWide.addEventListener("change", place);
    place();
  }

  refresh(): void {
    // The verdict comes first: it is quick, and says which results matter.
    void this.#verdict.refresh().then(() => this.#odds.refresh());
    void this.#knobs.refresh();
  }

  /** What the odds are compared with from now on: those that come next. */
  begin(): void {
    this.#odds.begin();
  }
}
