// Answers to questions about odds, by the results that they are about.

import type { Odd } from "assize";

/** How likely one level of a result is. */
export interface Level {
  readonly name: string;
  /** Of a hundred. */
  readonly percent: number;
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
  if (!between) return Number.NaN;
  return 50 * (fraction(between[0]) + fraction(between[1]));
};

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
    group.levels.push({ name, percent: percentOf(odd), exact: odd.value, question: odd.question });
    group.isOpen ||= odd.stopped ?? false;
    groups.set(result, group);
  }
  return merged([...groups].map(([result, group]) => ({ result, also: [], ...group })));
};

/** Results that are always alike are shown once, under the shortest name. */
const merged = (groups: readonly Group[]): Group[] => {
  const found = new Map<string, Group>();
  for (const group of groups) {
    const key = JSON.stringify(group.levels.filter(({ percent }) => percent > 0).map(({ name, exact }) => [name, exact]));
    const before = found.get(key);
    found.delete(key);
    const shorter = before !== undefined && before.result.length <= group.result.length ? before : group;
    const also = before === undefined ? [] : [...before.also, before.result, group.result].filter((name) => name !== shorter.result);
    found.set(key, { ...shorter, also });
  }
  return [...found.values()];
};

/** Whether one level is certain, so that there is nothing to see. */
export const isCertain = ({ levels, isOpen }: Group): boolean => !isOpen && levels.every(({ percent }) => percent === 0 || percent === 100);

/** What is shown: without the levels that never come about, now or before. */
export const seen = ({ levels }: Group, before: ReadonlyMap<string, number>): Level[] =>
  levels.filter(({ percent, question }) => percent > 0 || Number.isNaN(percent) || (before.get(question) ?? 0) > 0);

/** A percentage for people. */
export const percent = (value: number): string => {
  if (Number.isNaN(value)) return "not known";
  if (value > 0 && value < 0.005) return "below 0.01%";
  return `${value.toFixed(2).replace(/\.?0+$/, "")}%`;
};
