// Answers to questions: chances together as bars, numbers as columns.

import type { Odd } from "assize";
import { el } from "../dom.js";
import { bars } from "./bars.js";
import { percentOf } from "./chances.js";
import { histogram } from "./histogram.js";

export const answered = (odds: readonly Odd[], before: ReadonlyMap<string, number>): HTMLElement[] => {
  const chances = odds.filter((odd) => !odd.refused && !odd.distribution && (typeof odd.percent === "string" || odd.between));
  const levels = chances.map((odd) => ({
    name: odd.question.replace(/^P\((.*)\)$/, "$1"),
    percent: percentOf(odd),
    exact: odd.value,
    question: odd.question,
  }));
  const group = { result: "questions", levels, isOpen: chances.some(({ stopped }) => stopped), also: [] };
  const telling = { title: "How likely is it?", meanings: new Map<string, string>(), before, isWhole: false };
  const rest = odds.filter((odd) => !chances.includes(odd)).map(single);
  return levels.length === 0 ? rest : [bars(group, telling), ...rest];
};

const single = (odd: Odd): HTMLElement => {
  if (odd.distribution) return histogram(odd, odd.question);
  const title = el("h3", {}, odd.question);
  if (odd.refused) return el("section", { class: "result-odds" }, title, el("p", { class: "refused" }, odd.refused.why));
  const value = odd.holds === true ? "yes" : odd.holds === false ? "no" : (odd.decimal ?? odd.value ?? "not known");
  return el("section", { class: "result-odds" }, title, el("p", {}, value));
};
