// The best choices for a goal, in few words, and what each other choice would cost.

import type { ToldAdvice } from "assize";
import { button, el, pending } from "../dom.js";
import type { Desk, Panel } from "../desk.js";
import { Stopped } from "../engine/failure.js";
import { sceneOf } from "../state/state.js";
import { fraction, percent } from "./chances.js";
import { refusal } from "./refusal.js";
import { Waiting } from "./waiting.js";

/** More names than these are told only to those who want to know them. */
const FEW = 4;

type Chosen = ToldAdvice["choices"][number];

export class AdvicePanel implements Panel {
  readonly id = "advice";
  readonly title = "Advice";
  readonly node = el("div");
  readonly #desk: Desk;
  readonly #body = el("div", {}, pending("What is best to choose will stand here."));
  readonly #waiting = new Waiting("Comparing the choices");
  /** The scene that it is about. */
  #of = "";
  readonly #goal = el("input", {
    id: "goal",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
    placeholder: "the goal that the scene suggests",
  });

  constructor(desk: Desk) {
    this.#desk = desk;
    const form = el(
      "form",
      {
        class: "ask-odds",
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          this.refresh();
        },
      },
      el("label", { for: "goal" }, "Goal"),
      this.#goal,
      el("button", { type: "submit" }, "Advise"),
    );
    this.node.append(
      el("section", { class: "card" }, el("header", {}, el("h2", {}, "What is best to choose"), this.#waiting.node), this.#body, form),
    );
  }

  refresh(): void {
    void this.#advise();
  }

  async #advise(): Promise<void> {
    const { other, state } = this.#desk;
    const watch = this.#waiting.begin();
    const of = JSON.stringify(state.files);
    // Advice for another scene is none for this one.
    if (of !== this.#of) this.#body.replaceChildren(pending("What is best to choose will stand here."));
    this.#of = of;
    this.#body.classList.add("is-stale");
    try {
      const goal = this.#goal.value.trim();
      const advice = await other.call("advise", [sceneOf(state), goal === "" ? null : goal, state.whom], watch);
      if (this.#waiting.is(watch.signal)) this.#body.replaceChildren(...this.#told(advice));
    } catch (error) {
      if (this.#waiting.is(watch.signal)) this.#body.replaceChildren(refusal(error), ...this.#ways(error));
    } finally {
      if (this.#waiting.is(watch.signal)) {
        this.#body.classList.remove("is-stale");
        this.#waiting.end();
      }
    }
  }

  #ways(error: unknown): HTMLElement[] {
    return error instanceof Stopped ? [el("div", { class: "row" }, button("Try again", () => this.refresh()))] : [];
  }

  #told(advice: ToldAdvice): HTMLElement[] {
    const value = told(advice);
    const facts = [
      ["As it is played by default", advice.by_default],
      ["With the best choices", advice.best],
      ["With the worst", advice.worst],
    ] as const;
    const table = el(
      "table",
      {},
      el(
        "tbody",
        {},
        ...facts
          .filter(([, one]) => one !== null)
          .map(([name, one]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, value(one)))),
      ),
    );
    const goal = el("p", {}, "To make ", el("code", {}, advice.goal), " as high as possible:");
    const matters = ({ cases }: Chosen): boolean => cases.some(({ options }) => options.some(({ best }) => !best));
    const choices = advice.choices.filter(matters).map((one) => this.#choice(one, value));
    const idle = new Set([...advice.idle, ...advice.choices.filter((one) => !matters(one)).map(({ name }) => name)]);
    const names = [...idle].join(", ");
    const few = el("p", { class: "quiet" }, `It makes no difference to this goal what is chosen for ${names}.`);
    const many = el("details", {}, el("summary", {}, `${idle.size} choices make no difference to this goal`), el("p", { class: "quiet" }, names));
    const same = idle.size === 0 ? [] : [idle.size > FEW ? many : few];
    return [goal, table, ...choices, ...same];
  }

  #choice(one: Chosen, value: (text: string | null) => string): HTMLElement {
    const { choices } = this.#desk.state;
    const taken = choices[one.name];
    const cases = one.cases.map(({ conditions, options }) =>
      el(
        "div",
        { class: "case" },
        conditions.length === 0 ? null : el("p", { class: "quiet" }, `If ${conditions.join(" and ")}:`),
        el(
          "table",
          {},
          el(
            "tbody",
            {},
            ...options.map((option) =>
              el(
                "tr",
                { class: option.best ? "differs" : "" },
                el(
                  "td",
                  {},
                  option.best ? "★ " : "",
                  option.option,
                  option.default ? el("span", { class: "quiet" }, " (the default)") : null,
                ),
                el("td", { class: "number" }, value(option.value)),
                el(
                  "td",
                  { class: "number" },
                  option.option === taken
                    ? "chosen"
                    : button("Choose", () => this.#choose(one.name, option.option), {
                        class: "link",
                        "aria-label": `Choose ${option.option} for ${one.name}`,
                      }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    const undo =
      taken === undefined ? null : button("Back to the default", () => this.#choose(one.name, undefined), { class: "link" });
    return el(
      "section",
      { class: "result-odds" },
      el("h3", {}, one.question === "" ? one.name : one.question, one.by === "" ? null : el("span", { class: "quiet" }, ` (${one.by})`)),
      ...cases,
      undo,
    );
  }

  #choose(name: string, option: string | undefined): void {
    const { [name]: _, ...others } = this.#desk.state.choices;
    this.#desk.set({ choices: option === undefined ? others : { ...others, [name]: option } });
  }
}

/** How the values of a goal are told: chances of a hundred, means as they are. What the rules refuse has none. */
const told =
  ({ kind }: ToldAdvice) =>
  (text: string | null): string => {
    if (text === null) return "not allowed";
    return kind === "chance" ? percent(100 * fraction(text)) : String(Math.round(1000 * fraction(text)) / 1000);
  };
