// Chances as bars, with a mark where each was before.

import { el } from "../dom.js";
import { chanceOf, type Group, type Level, percent, seen } from "./chances.js";

/** How the bars of a result are told. */
export interface Telling {
  /** What the result is called. */
  readonly title: string;
  /** What the scene says of each level. */
  readonly meanings: ReadonlyMap<string, string>;
  /** How likely each was before, by its question. */
  readonly before: ReadonlyMap<string, number>;
  /** Whether the levels are all that can happen, so that what never does is left out, and what is missing is told; they are if left out. */
  readonly isWhole?: boolean;
}

const difference = (now: number, was: number | undefined): HTMLElement | null => {
  const change = was === undefined ? 0 : now - was;
  if (!(Math.abs(change) >= 0.005)) return null;
  const points = Math.abs(change)
    .toFixed(2)
    .replace(/\.?0+$/, "");
  return el("span", { class: change > 0 ? "more" : "less", title: `It was ${percent(was ?? 0)}` }, `${change > 0 ? "+" : "−"}${points}`);
};

/** How far down the order of its scale a level stands, from 0 to 1; of what is none of its levels, nothing. */
type Rank = number | undefined;

const row = ({ name, percent: value, between, exact, question }: Level, rank: Rank, { meanings, before }: Telling): HTMLElement => {
  const was = before.get(question);
  const meaning = meanings.get(name);
  const bar = el(
    "div",
    { class: "track", "aria-hidden": "true" },
    el("div", {
      class: rank === undefined ? "fill none" : "fill",
      style: `inline-size: ${Number.isNaN(value) ? (between?.[0] ?? 0) : value}%; --rank: ${rank ?? 0}`,
    }),
    between === null ? null : el("div", { class: "perhaps", style: `inset-inline-start: ${between[0]}%; inline-size: ${between[1] - between[0]}%` }),
    was === undefined || !(Math.abs(was - value) >= 0.005) ? null : el("div", { class: "ghost", style: `inset-inline-start: ${was}%` }),
  );
  return el(
    "div",
    { class: "level", role: "row" },
    el(
      "span",
      { class: "name", role: "rowheader" },
      name === "unreached" ? "not reached" : name,
      meaning === undefined ? null : el("span", { class: "meaning" }, meaning),
    ),
    bar,
    el("span", { class: "chance", role: "cell", title: exact === null ? "" : `exactly ${exact}` }, chanceOf({ percent: value, between }), difference(value, was)),
  );
};

const rankOf = (level: Level, { levels }: Group, isWhole: boolean): Rank => {
  if (!isWhole) return 0;
  const ranked = levels.filter(({ name }) => name !== "unreached");
  const at = ranked.indexOf(level);
  return at < 0 ? undefined : at / Math.max(1, ranked.length - 1);
};

/** The levels of a result. */
export const bars = (group: Group, telling: Telling): HTMLElement => {
  const { isWhole = true } = telling;
  const levels = isWhole ? seen(group, telling.before) : group.levels;
  const rest = 100 - levels.reduce((sum, { percent: value }) => sum + value, 0);
  const unreached: Level = { name: "not reached", percent: rest, between: null, exact: null, question: `${group.result} unreached` };
  return el(
    "section",
    { class: "result-odds" },
    el("h3", {}, telling.title, group.isOpen ? el("span", { class: "quiet" }, " (stopped early: not final)") : null),
    el(
      "div",
      { role: "table", "aria-label": `Odds of ${telling.title}` },
      ...levels.map((level) => row(level, rankOf(level, group, isWhole), telling)),
      isWhole && rest > 0.05 && !group.isOpen ? row(unreached, undefined, telling) : null,
    ),
  );
};
