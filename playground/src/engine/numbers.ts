// Which numbers of a scene depend on chance.

import type { Encounter, For, Shown } from "assize";
import type { Moving } from "./messages.js";

/** A number that stays the same in so many runs is taken to depend on nothing. */
const RUNS = 12;
/** More than these would be no help. */
const MOST = 2;

/** What the numbers of some runs were, by their names, in the order of the runs. */
class Seen {
  readonly #values = new Map<string, number[]>();

  hear({ name, number }: Shown): void {
    if (number === null || name === "") return;
    this.#values.set(name, [...(this.#values.get(name) ?? []), number]);
  }

  /** Those that depend on chance: of actions before those within them, and the last before the others. */
  moving(): Moving[] {
    const depth = (name: string): number => name.split(".").length;
    return [...this.#values]
      .filter(([, values]) => values.some((value) => value !== values[0]))
      .reverse()
      .sort(([one], [two]) => depth(one) - depth(two))
      .slice(0, MOST)
      .map(([name, values]) => ({ name, usual: values.sort((one, two) => one - two)[values.length >> 1]! }));
  }
}

/** Those that somebody would ask for: sums if any depends on chance, or else other numbers. */
export const moving = (encounter: Encounter, whom: For): Moving[] => {
  const [sums, others] = [new Seen(), new Seen()];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const verdict = encounter.adjudicate({ seed, secret_seed: seed, for: whom });
    const { events, results } = verdict.data;
    verdict.free();
    for (const event of events) if (event.event === "sum") sums.hear(event.total);
    for (const one of results) if (/^[+-]?\d/.test(one.value)) others.hear(one);
  }
  const some = sums.moving();
  return some.length > 0 ? some : others.moving();
};
