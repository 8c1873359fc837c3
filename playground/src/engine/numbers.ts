// Which numbers of a scene depend on chance.

import type { Encounter, For } from "assize";
import type { Moving } from "./messages.js";

/** A number that stays the same in so many runs is taken to depend on nothing. */
const RUNS = 12;
/** More than these would be no help. */
const MOST = 3;

interface Seen {
  readonly name: string;
  /** Whether it is told with its sign, as sums are. */
  readonly isSum: boolean;
  readonly rank: number;
  readonly values: number[];
}

/** Those first that somebody would ask for: sums if there are any, of actions before what is within them, the last before the others. */
export const moving = (encounter: Encounter, whom: For): Moving[] => {
  const seen = new Map<string, Seen>();
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const verdict = encounter.adjudicate({ seed, secret_seed: seed, for: whom });
    for (const [rank, { name, value, number }] of verdict.brief.entries()) {
      if (number === null || !/^[+-]?\d/.test(value)) continue;
      const one = seen.get(name) ?? { name, isSum: /^[+-]/.test(value), rank, values: [] };
      one.values.push(number);
      seen.set(name, one);
    }
    verdict.free();
  }
  const depth = (name: string): number => name.split(".").length;
  const some = [...seen.values()].filter(({ values }) => values.some((value) => value !== values[0]));
  const sums = some.filter(({ isSum }) => isSum);
  return (sums.length > 0 ? sums : some)
    .sort((one, two) => depth(one.name) - depth(two.name) || two.rank - one.rank)
    .slice(0, MOST)
    .map(({ name, values }) => ({ name, usual: values.sort((one, two) => one - two)[values.length >> 1]! }));
};
