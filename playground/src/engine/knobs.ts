// What can be moved in a scene: its numbers, the levels that it names, its dice, and the reasons that can be left out.

import type { Completion, DocumentSymbol, Mark, Stretch } from "assize";

/** One of them, and where it stands. */
export interface Knob extends Stretch {
  /** The word of the line: `difficulty`. */
  readonly label: string;
  /** The reason behind it, or what it belongs to. */
  readonly reason: string;
  /** What can stand there, in order; of a reason, without it and with it. */
  readonly options: readonly string[];
  /** Which of them stands there. */
  readonly at: number;
  readonly kind: "number" | "level" | "die" | "reason";
}

/** What an editor knows of the text. */
export interface Known {
  readonly marks: readonly Mark[];
  readonly outline: readonly DocumentSymbol[];
  readonly expectations: readonly Stretch[];
  complete(at: number): Completion[];
}

/** More than these would be no help. */
const MOST = 40;
const DICE = ["d4", "d6", "d8", "d10", "d12"];
/** Lines that ask or say something, and begin nothing that could be moved. */
const PASSIVE = /^\s*(?:\}\s*else\s+)?(?:if|else|note|repeat|use|expect|let|mode|set|add|choose|cast)\b/;

/** Everything that can be moved, in the order of the text. `units` are those of helping and of hindering, if the system has any. */
export const knobsOf = (text: string, known: Known, units: readonly [string, string] | null = null): Knob[] => {
  const found = [...numbers(text, known, units), ...levels(text, known), ...dice(text, known), ...reasons(text, known)];
  const isOut = ({ from }: Knob): boolean =>
    within(known.expectations, from) ||
    PASSIVE.test(lineBefore(text, from)) ||
    known.marks.some((mark) => mark.sort === "comment" && mark.from < from && from < mark.to);
  return found
    .filter((knob) => !isOut(knob))
    .sort((one, other) => one.from - other.from)
    .slice(0, MOST);
};

const within = (stretches: readonly Stretch[], at: number): boolean => stretches.some(({ from, to }) => from <= at && at < to);

const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf("\n", at - 1) + 1, at);

/** The words that a value stands behind, and the reason behind it. */
const about = (text: string, known: Known, from: number, to: number): { label: string; reason: string } => {
  const words = /([^{},:]*)$/.exec(lineBefore(text, from))?.[1] ?? "";
  const label = words
    .replace(/"[^"]*"/g, "")
    .replace(/[+-]\s*$/, "")
    .trim();
  const [, reason] = /^[a-z]*[ \t]*"([^"]*)"/.exec(text.slice(to)) ?? [];
  return { label, reason: reason ?? opener(text, lineBefore(text, from)) ?? owner(text, known, from) };
};

/** What the block is that is open on this line: `die: a friend helps`, `skill craft`; of somebody who acts, only who it is. */
const opener = (text: string, line: string): string | undefined => {
  const [, header = ""] = /((?:"[^"]*"|[^{},"])*)\{[^{}]*$/.exec(line) ?? [];
  const [, title] = /"([^"]*)"/.exec(header) ?? [];
  const bare = header.replace(/"[^"]*"/g, "").trim();
  const words = bare.replace(/\s*\b(?:by|versus)\b.*$/, "").split(/\s+/);
  const name = words.at(-1) ?? "";
  if (name === "") return undefined;
  if (new RegExp(`\\bby ${name}\\b`).test(text)) return title ?? name;
  return title === undefined ? words.join(" ") : `${words.slice(0, -1).join(" ") || name}: ${title}`;
};

/** Whose line it is: the words of the innermost thing or action around it, or its name. */
const owner = (text: string, { outline }: Known, at: number): string => {
  const around = outline.filter(({ whole }) => whole.from <= at && at < whole.to).at(-1);
  if (around === undefined) return "";
  const [, title] = /^[^{\n]*?"([^"]*)"/.exec(text.slice(around.to, around.whole.to)) ?? [];
  return title ?? around.name;
};

const numbers = (text: string, known: Known, units: readonly [string, string] | null): Knob[] =>
  known.marks.flatMap((mark) => {
    const written = mark.sort === "number" ? text.slice(mark.from, mark.to) : "";
    const [, digits, unit] = /^(\d{1,4})([a-z]*)$/.exec(written + (/^[a-z]+/.exec(text.slice(mark.to))?.[0] ?? "")) ?? [];
    if (digits === undefined || unit === undefined) return [];
    const sign = /[+-]$/.exec(text.slice(0, mark.from))?.[0] ?? "";
    const [from, to] = [mark.from - sign.length, mark.from + digits.length + unit.length];
    // What is part of a calculation, a call or a range is left as it is.
    if (/[\d.(*/=<>]\s*$/.test(text.slice(0, from)) || /^\s*(?:\.\.|[*/=<>)])/.test(text.slice(to))) return [];
    const told = about(text, known, from, to);
    if (told.label === "" || /\b(?:is|up to|than)$/.test(told.label)) return [];
    const value = Number(digits);
    const options = steps(value, sign, unit, units);
    const at = options.indexOf(text.slice(from, to));
    return at < 0 ? [] : [{ from, to, ...told, options, at, kind: "number" as const }];
  });

const counted = (low: number, high: number, written: (value: number) => string, by = 1): string[] =>
  Array.from({ length: Math.floor((high - low) / by) + 1 }, (_, step) => written(low + step * by));

const steps = (value: number, sign: string, unit: string, units: readonly [string, string] | null): string[] => {
  const far = Math.max(5, value + 2);
  if (units !== null && (unit === units[0] || unit === units[1])) {
    const [bonus, penalty] = units;
    // Zero is written in the unit that stands there, so that it can be found again.
    return counted(-far, far, (step) => (step < 0 ? `${-step}${penalty}` : step > 0 ? `${step}${bonus}` : `0${unit}`));
  }
  if (sign !== "") return counted(-far, far, (step) => (step < 0 ? `${step}` : `+${step}`));
  const high = value <= 5 ? 10 : value <= 12 ? 20 : value <= 30 ? 30 : value <= 100 ? 100 : value * 2;
  return counted(value === 0 ? 0 : 1, high, (step) => `${step}${unit}`);
};

const levels = (text: string, known: Known): Knob[] => {
  const members = known.marks.filter(({ sort }) => sort === "enumMember");
  const found: Knob[] = [];
  for (const [rank, { from, to: end }] of members.entries()) {
    if (found.some((knob) => from < knob.to) || /(?:\bis|\bnot|[=<>(])\s*$/.test(text.slice(0, from))) continue;
    const options = known
      .complete(from)
      .filter(({ kind }) => kind === "level")
      .map(({ label }) => label);
    // A level may have several words, each with a mark of its own.
    const ends = [members[rank + 2]?.to, members[rank + 1]?.to, end].filter((to): to is number => to !== undefined);
    const to = ends.find((to) => options.includes(text.slice(from, to)));
    if (to === undefined || options.length < 2) continue;
    const told = about(text, known, from, to);
    // `trained athletics` says that it is so; another level there would be about something else.
    if (told.label !== "") found.push({ from, to, ...told, options, at: options.indexOf(text.slice(from, to)), kind: "level" });
  }
  return found;
};

const dice = (text: string, known: Known): Knob[] => {
  const strings = known.marks.filter(({ sort }) => sort === "string" || sort === "comment");
  return [...text.matchAll(/(?<=[ \t])d(?:4|6|8|10|12)(?=[\s,}])/g)].flatMap((match) => {
    const [from, to] = [match.index, match.index + match[0].length];
    if (within(strings, from)) return [];
    const told = about(text, known, from, to);
    if (told.label === "") return [];
    return [{ from, to, ...told, options: DICE, at: DICE.indexOf(match[0]), kind: "die" as const }];
  });
};

const reasons = (text: string, known: Known): Knob[] =>
  [...text.matchAll(/^([ \t]+)(# )?([a-z]+(?: [a-z]+)*) "([^"\n]*)"[ \t]*$/gm)].flatMap((match) => {
    const [, indent = "", off, label = "", reason = ""] = match;
    const from = match.index + indent.length;
    const first = known.marks.find((mark) => mark.from === from);
    // What a level means is no reason, and neither is a line that only says something.
    if (off === undefined && (first === undefined || first.sort === "enumMember" || first.sort === "keyword")) return [];
    const line = `${label} "${reason}"`;
    const to = from + (off ?? "").length + line.length;
    return [{ from, to, label, reason, options: [`# ${line}`, line], at: off === undefined ? 1 : 0, kind: "reason" as const }];
  });
