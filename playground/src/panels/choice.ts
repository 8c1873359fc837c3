// One of a few, side by side.

import { el } from "../dom.js";

export interface Choice<Name extends string> {
  readonly node: HTMLElement;
  set(name: Name): void;
}

let made = 0;

export const choice = <Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  chosen: (name: Name) => void,
): Choice<Name> => {
  const group = `choice-${(made += 1)}`;
  const inputs = new Map<Name, HTMLInputElement>();
  const labels = (Object.entries(names) as [Name, string][]).map(([name, words]) => {
    const input = el("input", { type: "radio", name: group, value: name, change: () => chosen(name) });
    inputs.set(name, input);
    return el("label", {}, input, words);
  });
  return {
    node: el("div", { class: "pick", role: "radiogroup", "aria-label": label }, ...labels),
    set(name) {
      for (const [other, input] of inputs) input.checked = other === name;
    },
  };
};
