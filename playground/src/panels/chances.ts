// Answers to questions about odds, by the results that they are about.

import type { Odd } from "assize";

/** How likely one level of a result is. */
export interface Level {
  readonly name: string;
  /** Of a hundred; not a number where it is not known. */
  readonly percent: number;
  /** Where it was stopped, the numbers of a hundred between which it lies. */
  readonly between: readonly [number, number] | null;
  /** The exact fraction, where it is known. */
  readonly exact: string | null;
  readonly question: string;
}

/** A result with its levels. */
export interface Group {
  readonly result: string;
  readonly levels: readonly Level[];
  /** Whether not everything was found out. */
  readonly isOpen: boolean;
  /** Other results that come out in the same way. */
  readonly also: readonly string[];
}

export const percentOf = ({ percent, between }: Odd): number => {
  if (typeof percent === "string") return Number.parseFloat(percent);
  // What lies somewhere in between is no number: the middle would be made up.
  return between && between[0] === between[1] ? 100 * fraction(between[0]) : Number.NaN;
};

/** A chance between two numbers is one that is not known yet. */
export const betweenOf = ({ percent, between }: Odd): readonly [number, number] | null =>
  typeof percent === "string" || !between || between[0] === between[1] ? null : [100 * fraction(between[0]), 100 * fraction(between[1])];

export const fraction = (text: string): number => {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
};

/** The results, in the order in which the rules come to them. */
export const grouped = (chances: readonly Odd[]): Group[] => {
  const groups = new Map<string, { levels: Level[]; isOpen: boolean }>();
  for (const odd of chances) {
    const [, result, name] = /^P\((.+) is (.+)\)$/.exec(odd.question) ?? [];
    if (result === undefined || name === undefined || odd.refused) continue;
    const group = groups.get(result) ?? { levels: [], isOpen: false };
    group.levels.push({ name, percent: percentOf(odd), between: betweenOf(odd), exact: odd.value, question: odd.question });
    group.isOpen ||= isStopped(odd);
    groups.set(result, group);
  }
  return merged([...groups].map(([result, group]) => ({ result, also: [], ...group })));
};

/** Results that are always alike are shown once, under the shortest name. */
const merged = (groups: readonly Group[]): Group[] => {
  const found = new Map<string, Group>();
  for (const group of groups) {
    // Of what is not known, nobody can say that it is alike.
    const key = group.isOpen ? group.result : keyOf(group);
    const before = found.get(key);
    found.delete(key);
    const shorter = before !== undefined && before.result.length <= group.result.length ? before : group;
    const also = before === undefined ? [] : [...before.also, before.result, group.result].filter((name) => name !== shorter.result);
    found.set(key, { ...shorter, also });
  }
  return [...found.values()];
};

const keyOf = ({ levels }: Group): string =>
  JSON.stringify(levels.filter(({ percent }) => percent > 0).map(({ name, exact }) => [name, exact]));

/** Whether an answer says less than it would if it had been worked out to the end. */
export const isStopped = (odd: Odd): boolean => odd.stopped ?? false;

/** Whether one level is certain, so that there is nothing to see. */
export const isCertain = ({ levels, isOpen }: Group): boolean => !isOpen && levels.every(({ percent }) => percent === 0 || percent === 100);

/** What is shown: without the levels that never come about, now or before. */
export const seen = ({ levels }: Group, before: ReadonlyMap<string, number>): Level[] =>
  levels.filter(({ percent, question }) => percent > 0 || Number.isNaN(percent) || (before.get(question) ?? 0) > 0);

/** The chance of a level for people: a number, or what is known of it. */
export const chanceOf = ({ percent: value, between }: Pick<Level, "percent" | "between">): string => {
  if (!Number.isNaN(value) || between === null) return percent(value);
  const [low, high] = between;
  if (low <= 0 && high >= 100) return "not known";
  if (high >= 100) return `at least ${percent(low)}`;
  return low <= 0 ? `at most ${percent(high)}` : `between ${percent(low)} and ${percent(high)}`;
};

/** A percentage for people. */
export const percent = (value: number): string => {
  if (Number.isNaN(value)) return "not known";
  if (value > 0 && value < 0.005) return "below 0.01%";
  return `${value.toFixed(2).replace(/\.?0+$/, "")}%`;
};
