// Questions about odds: those that are ready to be asked, and what somebody means who writes one in plain words.

import { button, el } from "../dom.js";
import type { Moving } from "../engine/messages.js";
import type { Group } from "./chances.js";
import type { Naming } from "./naming.js";

/** A question with the words of its button. */
interface Ready {
  readonly words: string;
  readonly question: string;
}

/** What can be asked of the numbers of a scene. */
const ready = (numbers: readonly Moving[], { title }: Naming): Ready[] => {
  const isOne = new Set(numbers.map(({ name }) => ownerOf(name))).size === 1;
  return numbers.flatMap(({ name, usual }) => {
    const words = isOne ? name.slice(ownerOf(name).length) : title(name);
    return [
      { words: `${words}: how high?`, question: name },
      { words: `${words}: ${usual} or more?`, question: `P(${name} >= ${usual})` },
    ];
  });
};

/** What a part belongs to, with the point behind it. */
const ownerOf = (name: string): string => name.slice(0, name.lastIndexOf(".") + 1);

/** A button for each. */
export const offered = (numbers: readonly Moving[], naming: Naming, ask: (question: string) => void): HTMLElement[] => {
  const buttons = ready(numbers, naming).map(({ words, question }) => button(words, () => ask(question), { title: question, class: "chip" }));
  return buttons.length === 0 ? [] : [el("span", { class: "quiet" }, "Ask:"), ...buttons];
};

/** What is asked, where the words are those of a table: `20 or more`, `chance of success`, `climb.total >= 20`. */
export const meant = (said: string, numbers: readonly Moving[], groups: readonly Group[]): string => {
  if (/^[PE]\(/.test(said)) return said;
  if (/[<>=]|\w\.\w.* is /.test(said)) return `P(${said})`;
  const [first] = numbers;
  const [, number, less] = /(-?\d+)\s*(?:\+|or\s+(?:more|higher|better|above|(less|lower|below|under)))?\W*$/i.exec(said) ?? [];
  if (first !== undefined && number !== undefined && !said.includes(".")) return `P(${first.name} ${less ? "<=" : ">="} ${number})`;
  const words = said.toLowerCase().replace(/[^\p{L}\d]+/gu, " ");
  for (const { result, levels } of groups) {
    const level = levels.find(({ name }) => ` ${words} `.includes(` ${name.toLowerCase()} `));
    if (level !== undefined) return `P(${result} is ${level.name})`;
  }
  return said;
};
