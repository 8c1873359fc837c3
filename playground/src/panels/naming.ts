// What results are called, and which of them matter: by the words of the scene, and by what a run of it decided.

import type { VerdictData } from "assize";

export interface Naming {
  /** What to call a result: `up the mill wall: outcome`. */
  title(result: string): string;
  /** What the scene says of the levels of a result that goes by these names. */
  meanings(results: readonly string[], levels: readonly string[]): ReadonlyMap<string, string>;
  /** How much such a result matters: more is more. */
  weight(results: readonly string[], levels: readonly string[]): number;
}

/** Of a scene, and a run of it if there is one. */
export const naming = (scene: string, verdict?: VerdictData): Naming => {
  const bare = scene.replace(/#.*$/gm, "");
  const [played, claimed] = parted(bare);
  const titles = titlesOf(bare, verdict);
  const made = decided(verdict);
  const meanings = (results: readonly string[], levels: readonly string[]): Map<string, string> =>
    new Map(results.flatMap((result) => [...meaningsOf(bare, result)]).filter(([level]) => levels.includes(level)));
  return {
    title(result) {
      const end = lastPoint(result);
      const title = titles.get(result.slice(0, end));
      if (title === undefined) return result;
      return end === result.length ? title : `${title}: ${result.slice(end + 1)}`;
    },
    meanings,
    weight(results, levels) {
      const some = (has: (result: string) => boolean, worth: number): number => (results.some(has) ? worth : 0);
      const depth = Math.min(...results.map((result) => result.split(".").length));
      // What the scene itself goes on from matters most, then what it has words for, what it claims, and what the rules decide.
      return (
        some((result) => mentions(played, result), 4) +
        (meanings(results, levels).size > 0 ? 3 : 0) +
        some((result) => mentions(claimed, result), 1) +
        some((result) => made.has(result), 1) -
        Math.max(0, depth - 2)
      );
    },
  };
};

/** What is played of a scene, and what it claims of itself. */
const parted = (text: string): [played: string, claimed: string] => {
  const claims = [...text.matchAll(/^expect\b[^{]*\{/gm)].map((match) =>
    text.slice(match.index, closing(text, match.index + match[0].length)),
  );
  return [claims.reduce((rest, claim) => rest.replace(claim, ""), text), claims.join("\n")];
};

/** The place behind the brace that closes what is open at a place. */
const closing = (text: string, from: number): number => {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    if (depth === 0) return at + 1;
  }
  return text.length;
};

const mentions = (text: string, result: string): boolean => {
  for (let at = text.indexOf(result); at >= 0; at = text.indexOf(result, at + 1)) {
    if (!/[\w.]/.test(text[at - 1] ?? " ") && !/[\w(]/.test(text[at + result.length] ?? " ")) return true;
  }
  return false;
};

const titlesOf = (scene: string, verdict: VerdictData | undefined): Map<string, string> => {
  const titles = new Map<string, string>();
  for (const [, name, title] of scene.matchAll(/\b(\w+) "([^"\n]+)" by\b/g)) titles.set(name!, title!);
  for (const event of verdict?.events ?? []) if (event.event === "begin" && event.text !== null) titles.set(event.path, event.text);
  return titles;
};

/** What an action says of the levels of its result: `success "over it"`. */
const meaningsOf = (scene: string, result: string): Map<string, string> => {
  const names = result.slice(0, lastPoint(result)).split(".");
  const begins = new RegExp(`\\b${names[0]!.replace(/\W.*/, "")}\\b(?: "[^"]*")? by [^{\\n]*\\{`).exec(scene);
  if (begins === null) return new Map();
  const from = begins.index + begins[0].length;
  const own = withoutBlocks(scene.slice(from, closing(scene, from) - 1));
  // Some of these are reasons of modifiers; the levels of the result tell them apart.
  const found = [...own.matchAll(/(?:^|,)\s*([a-z][a-z ]*?) "([^"]*)"/gm)].map(([, level, text]) => [level!, text!] as const);
  return new Map(found);
};

const withoutBlocks = (text: string): string => {
  let [depth, kept] = [0, ""];
  for (const sign of text) {
    if (sign === "{") depth += 1;
    if (depth === 0) kept += sign;
    if (sign === "}") depth -= 1;
  }
  return kept;
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

/** The results that a run decided as ends in themselves. */
const decided = (verdict: VerdictData | undefined): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const event of verdict?.events ?? []) {
    if (event.event === "resolved") names.add(event.result.name);
    if (event.event === "computed" && event.decided) names.add(event.value.name);
  }
  return names;
};
