// What results are called: by the words of the scene, where it has any.

import type { VerdictData } from "assize";

export interface Naming {
  /** What to call a result: `up the mill wall: outcome`. */
  title(result: string): string;
  /** What the scene says of the levels that came about. */
  meanings(result: string): ReadonlyMap<string, string>;
}

export const naming = (verdict: VerdictData | undefined): Naming => {
  const titles = new Map<string, string>();
  const meanings = new Map<string, Map<string, string>>();
  for (const event of verdict?.events ?? []) {
    if (event.event === "begin" && event.text !== null) titles.set(event.path, event.text);
    if (event.event === "meaning") {
      const levels = meanings.get(event.path) ?? new Map<string, string>();
      meanings.set(event.path, levels.set(event.level, event.text));
    }
  }
  return {
    title(result) {
      const end = lastPoint(result);
      const title = titles.get(result.slice(0, end));
      return title === undefined ? result : `${title}: ${result.slice(end + 1)}`;
    },
    meanings: (result) => meanings.get(result) ?? new Map(),
  };
};

/** The last point that stands in no parentheses. */
const lastPoint = (name: string): number => {
  let depth = 0;
  for (let at = name.length - 1; at > 0; at -= 1) {
    if (name[at] === ")") depth += 1;
    else if (name[at] === "(") depth -= 1;
    else if (name[at] === "." && depth === 0) return at;
  }
  return name.length;
};

/** The results that a run decided as ends in themselves, of the actions that the scene itself names. */
export const decided = ({ events }: VerdictData): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const event of events) {
    if (event.event === "resolved") names.add(event.result.name);
    if (event.event === "computed" && event.decided) names.add(event.value.name);
  }
  const own = [...names].filter((name) => name.slice(0, lastPoint(name)).indexOf(".") < 0);
  return new Set(own.length > 0 ? own : names);
};
