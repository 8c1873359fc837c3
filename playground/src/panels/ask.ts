// A question to a person: what the dice show, what is chosen. The answer is what they would say at the table.

import type { Question } from "assize";
import { button, el } from "../dom.js";

/** More dice than these are typed in one line. */
const FEW = 8;

/** Asks within an element; `null` if they break off. */
export const asked = (within: HTMLElement, question: Question): Promise<string | null> =>
  new Promise((answer) => {
    const fields = fieldsOf(question, answer);
    const form = el(
      "form",
      {
        class: "asking",
        // Who comes into its fields hears the question.
        "aria-label": question.question,
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          answer(fields.said());
        },
      },
      question.so_far ? el("p", { class: "so-far" }, question.so_far) : null,
      el("p", { class: "question" }, el("strong", {}, question.question)),
      question.complaint ? el("p", { class: "refused", role: "alert" }, question.complaint) : null,
      fields.node,
      el(
        "div",
        { class: "row" },
        fields.hasSubmit ? el("button", { type: "submit", class: "strong" }, "Use these") : null,
        ...fields.more,
        button("Cancel", () => answer(null), { class: "quiet cancel" }),
      ),
    );
    within.replaceChildren(form);
    form.querySelector<HTMLElement>("input, button")?.focus();
  });

interface Fields {
  readonly node: HTMLElement;
  readonly more: HTMLElement[];
  readonly hasSubmit: boolean;
  said(): string;
}

const fieldsOf = (question: Question, answer: (said: string) => void): Fields => {
  switch (question.kind) {
    case "roll":
      return diceFields(question.sides);
    case "choose":
      return optionFields(question.options, question.default, answer);
    case "number":
      return numberField(question.low, question.high, question.default);
    case "draw":
      return numberField(null, null, null);
  }
};

const random = (sides: number): number => 1 + Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * sides);

const diceFields = (sides: readonly number[]): Fields => {
  if (sides.length > FEW) {
    const input = el("input", {
      type: "text",
      inputmode: "numeric",
      "aria-label": `What the ${sides.length} dice show, with spaces between`,
      class: "grow",
    });
    return {
      node: input,
      more: [
        button("Roll them for me", () => {
          input.value = sides.map(random).join(" ");
        }),
      ],
      hasSubmit: true,
      said: () => input.value,
    };
  }
  const inputs = sides.map((most, at) =>
    el("input", { type: "number", min: 1, max: most, required: true, inputmode: "numeric", "aria-label": `Die ${at + 1}, a d${most}` }),
  );
  const dice = inputs.map((input, at) => el("label", { class: "die" }, el("span", {}, `d${sides[at]}`), input));
  const roll = (): void =>
    inputs.forEach((input, at) => {
      input.value = String(random(sides[at]!));
    });
  return {
    node: el("div", { class: "row dice" }, ...dice),
    more: [button("Roll them for me", roll)],
    hasSubmit: true,
    said: () => inputs.map(({ value }) => value).join(" "),
  };
};

const optionFields = (options: readonly string[], byDefault: string | null, answer: (said: string) => void): Fields => ({
  node: el(
    "div",
    { class: "row" },
    ...options.map((option) => button(option === byDefault ? `${option} (default)` : option, () => answer(option))),
  ),
  more: [],
  hasSubmit: false,
  said: () => byDefault ?? "",
});

const numberField = (low: number | null, high: number | null, byDefault: number | null): Fields => {
  const input = el("input", { type: "number", min: low, max: high, value: byDefault, "aria-label": "A number" });
  return { node: input, more: [], hasSubmit: true, said: () => input.value };
};
