// What a result was made of, as a tree that unfolds.

import type { Reason } from "assize";
import { button, el } from "../dom.js";
import type { Desk } from "../desk.js";
import { placed, type Told } from "../engine/messages.js";

/** What the rules say, by the places of reasons. */
type Rules = Told["rules"];

/** One reason with those behind it; they are made when somebody unfolds it. */
const reasonTree = (desk: Desk, rules: Rules, reason: Reason, isOpen = false): HTMLElement => {
  const { because = [] } = reason;
  if (because.length === 0) return el("div", { class: "leaf" }, line(desk, reason), ...saying(rules, reason));
  const inner = el("div", { class: "because" });
  const fill = (): void => {
    if (inner.childElementCount === 0) inner.append(...saying(rules, reason), ...because.map((one) => unfolded(desk, rules, one, because.length)));
  };
  const node = el("details", { open: isOpen, toggle: fill }, el("summary", {}, line(desk, reason)), inner);
  if (isOpen) fill();
  return node;
};

/** What is the only reason of its kind, or comes first, need not be asked for. */
const unfolded = (desk: Desk, rules: Rules, reason: Reason, among: number): HTMLElement => reasonTree(desk, rules, reason, among === 1);

/** What the rules behind a reason say. */
const saying = (rules: Rules, { place, rules: ids = [] }: Reason): HTMLElement[] =>
  (place ? (rules[placed(place)] ?? []) : [])
    .filter(({ id }) => ids.includes(id))
    .map(({ id, says }) => el("p", { class: "rule" }, says, el("span", { class: "tag", title: "the rule in the system’s book" }, id)));

const line = (desk: Desk, { says, place, house }: Reason): HTMLElement => {
  const isZero = / 0$/.test(says);
  return el(
    "span",
    { class: isZero ? "reason-line zero" : "reason-line" },
    says,
    house ? el("span", { class: "tag" }, `house rule ${house}`) : null,
    place ? at(desk, place.file, place.line) : null,
  );
};

const at = (desk: Desk, file: string, line: number): HTMLElement => {
  const where = `${file}:${line}`;
  // The page has the text of the scene beside it; systems come with the engine.
  if (!desk.state.files.some(([name]) => name === file)) return el("span", { class: "place" }, where);
  return button(where, () => desk.reveal(file, line), { class: "link place", "aria-label": `Go to line ${line} of ${file}` });
};

/** Puts a tree behind each result of a verdict that has one. */
export const withReasons = (desk: Desk, verdict: DocumentFragment, { reasons, rules }: Told): void => {
  const byName = new Map(reasons.map((reason) => [reason.says.slice(0, reason.says.indexOf(": ")), reason]));
  for (const told of verdict.querySelectorAll("p.result, p.sum")) {
    const name = /^[^:]+?(?=: | [+-]?\d)/.exec(told.textContent ?? "")?.[0];
    const reason = name === undefined ? undefined : byName.get([...pathOf(told), name].join("."));
    if (reason?.because === undefined) continue;
    const inner = el("div", { class: "because" });
    const fill = (): void => {
      if (inner.childElementCount === 0) inner.append(...saying(rules, reason), ...(reason.because ?? []).map((one) => unfolded(desk, rules, one, 1)));
    };
    const details = el("details", { class: "explained", toggle: fill });
    told.replaceWith(details);
    details.append(el("summary", {}, told, el("span", { class: "ask-why" }, "why?")), inner);
  }
};

/** The names of the runs around an element, from the outermost. */
const pathOf = (element: Element): string[] => {
  const path: string[] = [];
  for (let at = element.closest("section"); at !== null; at = at.parentElement?.closest("section") ?? null) {
    const heading = at.querySelector(":scope > h3, :scope > h4, :scope > h5, :scope > h6");
    const name = heading?.firstChild?.textContent?.trim();
    if (name) path.unshift(name);
  }
  return path;
};
