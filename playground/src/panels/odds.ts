// The odds of the scene: the results that its rules decide, what it claims itself, and what somebody asks.

import { button, el } from "../dom.js";
import { Refused, Stopped } from "../engine/failure.js";
import type { Told } from "../engine/messages.js";
import { sceneOf } from "../state/state.js";
import type { Desk } from "../desk.js";
import type { Odd } from "assize";
import { answered } from "./answered.js";
import { bars, type Telling } from "./bars.js";
import { type Group, grouped, isCertain, percent, percentOf, seen } from "./chances.js";
import { type Naming, naming } from "./naming.js";
import { refusal } from "./refusal.js";
import { Waiting } from "./waiting.js";

/** So many results are seen at once. */
const FEW = 2;
/** The code of a scene that has no odds of its own, because nothing is rolled, or because they would tell of a secret. */
const NOTHING = "AZ803";
/** How long what is going on may still take before it is stopped for something newer, in milliseconds. */
const MOMENT = 600;

export class OddsCard {
  readonly node = el("section", { class: "card", "aria-label": "Odds" });
  readonly #desk: Desk;
  readonly #body = el("div");
  readonly #waiting = new Waiting("Working out the odds");
  readonly #question = el("input", { id: "question", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  readonly #legend = el("p", { class: "legend", hidden: true });
  /** How likely each was when it began, by its question. */
  #before: ReadonlyMap<string, number> = new Map();
  #isBeginning = true;
  #asked: string[] = [];
  /** What is said where there are no odds. */
  #nothing = "";
  #turn = 0;
  #running: Promise<void> | undefined;
  #groups: Group[] = [];
  #naming: Naming = naming("");

  constructor(desk: Desk) {
    this.#desk = desk;
    const ask = el(
      "form",
      { class: "ask-odds", submit: (event: SubmitEvent) => this.#ask(event) },
      el("label", { class: "unseen", for: "question" }, "Ask for the odds of something else"),
      this.#question,
      el("button", { type: "submit" }, "Ask"),
    );
    this.#legend.append(
      el("i"),
      "as it was",
      button("Compare with what it is now", () => this.#compare(), { class: "link" }),
    );
    this.node.append(el("header", {}, el("h2", {}, "Odds"), this.#waiting.node), this.#body, this.#legend, ask);
    // What can be seen need not be told in a corner.
    new IntersectionObserver(([seen]) => document.documentElement.toggleAttribute("data-odds-seen", seen?.isIntersecting ?? false), {
      threshold: 0.3,
    }).observe(this.#body);
  }

  /** The next odds are those to compare with. */
  begin(): void {
    this.#isBeginning = true;
    this.#asked = [];
    this.#question.value = "";
  }

  /** What a run has told: which results matter, and what they mean. */
  told(told: Told | undefined): void {
    if (told === undefined) return;
    this.#naming = naming(this.#desk.state.files[0]?.[1] ?? "", told.data);
    const number = told.data.results.findLast(({ number, value }) => number !== null && /^[+-]\d/.test(value));
    this.#question.placeholder =
      number === undefined ? "Ask: P(name.result is level)" : `Ask: ${number.name}, or P(${number.name} >= ${number.number ?? 0})`;
  }

  /** Asks again. What is going on is given a moment: most answers take less time than beginning a new thread. */
  async refresh(): Promise<void> {
    const turn = (this.#turn += 1);
    if (this.#running !== undefined) await Promise.race([this.#running, new Promise((over) => setTimeout(over, MOMENT))]);
    if (turn !== this.#turn) return;
    const running = this.#work().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
  }

  async #work(): Promise<void> {
    const { helper, state } = this.#desk;
    const watch = this.#waiting.begin();
    this.#body.classList.add("is-stale");
    this.#nothing = "No result of this scene is left to chance.";
    const asked = [...this.#asked, ...claims(state.files[0]?.[1] ?? "")];
    try {
      const odds = await helper.call("odds", [sceneOf(state), [], state.whom], watch).catch((error: unknown) => {
        // Where nothing is rolled, a question may still be asked.
        if (!(error instanceof Refused) || error.object.data.code !== NOTHING) throw error;
        this.#nothing = [error.object.message, error.object.data.help ?? ""].filter((part) => part !== "").join("; ");
        return { chances: [] };
      });
      if (!this.#waiting.is(watch.signal)) return;
      this.#groups = grouped(odds.chances);
      if (asked.length === 0 || odds.chances.length > 0) this.#show([], odds.chances);
      const more: Odd[] = [];
      // Each is asked alone, so that one that cannot be answered keeps none of the others.
      for (const question of asked) {
        if (!this.#waiting.is(watch.signal)) return;
        const answer = await helper.call("odds", [sceneOf(state), [question], state.whom], watch).catch((error: unknown) => {
          if (this.#asked.includes(question)) more.push({ question, value: null, refused: { why: String((error as Error).message) } });
        });
        more.push(...(answer?.chances ?? []));
      }
      if (this.#waiting.is(watch.signal)) this.#show(more, odds.chances);
    } catch (error) {
      if (!this.#waiting.is(watch.signal)) return;
      this.#body.replaceChildren(refusal(error), ...(error instanceof Stopped ? [this.#estimate()] : []));
      this.#body.classList.remove("is-stale");
      this.#desk.glance("");
    } finally {
      if (this.#waiting.is(watch.signal)) this.#waiting.end();
    }
  }

  #show(more: readonly Odd[], chances: readonly Odd[]): void {
    const all = [...chances, ...more];
    if (this.#isBeginning && !all.some(({ stopped }) => stopped)) this.#compare(all);
    if (this.#isBeginning && more.length === 0) this.#isBeginning = this.#asked.length > 0;
    const groups = this.#groups.filter((group) => !isCertain(group) || this.#wasOther(group));
    // Of those that matter as much, the last one is what the others lead to.
    const order = groups
      .map((group) => [group, this.#weight(group)] as const)
      .reverse()
      .sort(([, one], [, other]) => other - one)
      .map(([group]) => group);
    const [first, rest] = [order.slice(0, FEW), order.slice(FEW)];
    const answers = answered(more, this.#before);
    const nothing = first.length + answers.length === 0 ? el("p", { class: "empty" }, this.#nothing) : null;
    const others =
      rest.length === 0
        ? null
        : el(
            "details",
            {},
            el("summary", {}, `${rest.length} more ${rest.length === 1 ? "result" : "results"}`),
            ...rest.map((group) => this.#bars(group)),
          );
    const shown = [nothing, ...first.map((group) => this.#bars(group)), ...answers, others].filter((node) => node !== null);
    const isOpen = this.#body.querySelector("details")?.open ?? false;
    this.#body.replaceChildren(...shown);
    if (isOpen && others !== null) others.open = true;
    this.#body.classList.remove("is-stale");
    this.#legend.hidden = !all.some((odd) => Math.abs((this.#before.get(odd.question) ?? percentOf(odd)) - percentOf(odd)) >= 0.005);
    this.#tell(first[0]);
  }

  #wasOther({ levels }: Group): boolean {
    return levels.some(({ question, percent: now }) => Math.abs((this.#before.get(question) ?? now) - now) >= 0.005);
  }

  #weight({ result, also, levels }: Group): number {
    return this.#naming.weight(
      [result, ...also],
      levels.map(({ name }) => name),
    );
  }

  #telling({ result, also, levels }: Group): Telling {
    const meanings = this.#naming.meanings(
      [result, ...also],
      levels.map(({ name }) => name),
    );
    return { title: this.#naming.title(result), meanings, before: this.#before };
  }

  #bars(group: Group): HTMLElement {
    return bars(group, this.#telling(group));
  }

  #tell(group: Group | undefined): void {
    const levels = group ? seen(group, new Map()).slice(0, 2) : [];
    const words = levels.map((level) => `${level.name} ${percent(level.percent)}`).join(", ");
    this.#desk.glance(words);
    if (words !== "") this.#desk.say(words);
  }

  #compare(chances?: readonly Odd[]): void {
    const levels = this.#groups.flatMap((group) => group.levels.map(({ question, percent: now }) => [question, now] as const));
    const others = (chances ?? []).map((odd) => [odd.question, percentOf(odd)] as const);
    this.#before = new Map([...others, ...levels]);
    if (chances === undefined) void this.refresh();
  }

  #ask(event: SubmitEvent): void {
    event.preventDefault();
    const question = this.#question.value.trim();
    if (question === "") return;
    this.#asked = [question, ...this.#asked.filter((other) => other !== question)].slice(0, 5);
    void this.refresh();
  }

  // What exact odds take too long for can be tried out.
  #estimate(): HTMLElement {
    const { helper, state } = this.#desk;
    return button("Estimate by running it 100,000 times", async () => {
      const watch = this.#waiting.begin();
      try {
        const found = await helper.call("simulate", [sceneOf(state), []], watch);
        this.#groups = grouped(found.map(({ question, percent }) => ({ question, percent, value: null })));
        this.#show([], []);
      } catch (error) {
        this.#body.replaceChildren(refusal(error));
      } finally {
        this.#waiting.end();
      }
    });
  }
}

/** What a scene claims of its own odds, as questions. */
const claims = (text: string): string[] => {
  const found = new Set<string>();
  for (const [, block = ""] of text.matchAll(/^expect odds(?: "[^"]*")? \{([^{}]*)\}/gm)) {
    // The levels of results are told anyway.
    for (const [question] of block.matchAll(/\b[PE]\((?:[^()]|\([^()]*\))*\)/g))
      if (!/^P\([\w. ]+ is [\w ]+\)$/.test(question)) found.add(question);
  }
  return [...found].slice(0, 6);
};
