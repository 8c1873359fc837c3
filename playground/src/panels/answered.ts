// Answers to questions: chances together as bars, numbers as columns.

import type { Odd } from "assize";
import { coded, el, sentence } from "../dom.js";
import { bars } from "./bars.js";
import { betweenOf, isStopped, percentOf } from "./chances.js";
import { histogram } from "./histogram.js";
import type { Naming } from "./naming.js";

export const answered = (odds: readonly Odd[], before: ReadonlyMap<string, number>, { title }: Naming): HTMLElement[] => {
  const chances = odds.filter((odd) => !odd.refused && !odd.distribution && (typeof odd.percent === "string" || /^P\(/.test(odd.question)));
  const levels = chances.map((odd) => ({
    name: odd.question.replace(/^P\((.*)\)$/, "$1"),
    percent: percentOf(odd),
    between: betweenOf(odd),
    exact: odd.value,
    question: odd.question,
  }));
  const group = { result: "questions", levels, isOpen: chances.some(isStopped), also: [] };
  const telling = { title: "How likely is it?", meanings: new Map<string, string>(), before, isWhole: false };
  const rest = odds.filter((odd) => !chances.includes(odd)).map((odd) => single(odd, title(odd.question)));
  return levels.length === 0 ? rest : [bars(group, telling), ...rest];
};

const single = (odd: Odd, named: string): HTMLElement => {
  if (odd.distribution) return histogram(odd, named);
  const title = el("h3", {}, named, isStopped(odd) ? el("span", { class: "quiet" }, " (stopped early: not final)") : null);
  if (odd.refused) return el("section", { class: "result-odds" }, title, el("p", { class: "refused" }, ...coded(sentence(odd.refused.why))));
  const value = odd.holds === true ? "yes" : odd.holds === false ? "no" : (odd.decimal ?? odd.value ?? "not known");
  return el("section", { class: "result-odds" }, title, el("p", {}, value));
};
