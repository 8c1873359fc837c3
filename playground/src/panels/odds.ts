// The odds of the scene: the results that its rules decide, what it claims itself, and what somebody asks.

import { button, coded, el, pending, sentence } from "../dom.js";
import { Refused, Stopped } from "../engine/failure.js";
import type { Moving, Told } from "../engine/messages.js";
import { sceneOf } from "../state/state.js";
import type { Desk } from "../desk.js";
import type { Odd } from "assize";
import { answered } from "./answered.js";
import { bars, type Telling } from "./bars.js";
import { betweenOf, chanceOf, type Group, grouped, isCertain, isStopped, percentOf, seen } from "./chances.js";
import { type Naming, naming } from "./naming.js";
import { meant, offered } from "./questions.js";
import { refusal } from "./refusal.js";
import { Waiting, type Watched } from "./waiting.js";

/** So many results are seen at once. */
const FEW = 2;
/** The code of a scene that has no odds of its own, because nothing is rolled, or because they would tell of a secret. */
const NOTHING = "AZ803";
/** How long what is going on may still take before it is stopped for something newer, in milliseconds. */
const MOMENT = 600;

export class OddsCard {
  readonly node = el("section", { class: "card", "aria-label": "Odds" });
  readonly #desk: Desk;
  readonly #body = el("div", {}, pending("The odds will stand here."));
  readonly #waiting = new Waiting("Working out the odds");
  readonly #question = el("input", { id: "question", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "… or write: 20 or more" });
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
  /** What the odds that are shown were asked of. */
  #of = "";
  /** All of them, for showing them again. */
  #found: { readonly more: readonly Odd[]; readonly chances: readonly Odd[] } | undefined;
  /** The odds of all results, and of which scene. */
  #kept: { readonly of: string; readonly chances: readonly Odd[] } | undefined;
  /** The numbers that depend on chance. */
  #numbers: readonly Moving[] = [];
  readonly #offers = el("div", { class: "row offers", role: "group", "aria-label": "Questions to ask" });

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
    this.node.append(el("header", {}, el("h2", {}, "Odds"), this.#waiting.node), this.#body, this.#legend, this.#offers, ask);
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
    this.#numbers = [];
    this.#offers.replaceChildren();
  }

  /** What a run has told: which results matter, and what they mean. */
  told(told: Told | undefined): void {
    if (told === undefined) return;
    this.#naming = naming(this.#desk.state.files[0]?.[1] ?? "", told.data);
  }

  /**
   * Asks again, unless nothing has changed that odds depend on: a seed does not, and what is being worked out goes on. What is going on of
   * something older is given a moment: most answers take less time than beginning a new thread.
   */
  async refresh(): Promise<void> {
    const { state } = this.#desk;
    const of = JSON.stringify([sceneOf(state), state.whom, this.#asked]);
    if (of === this.#of) {
      if (this.#found !== undefined) this.#show(this.#found.more, this.#found.chances);
      return;
    }
    this.#of = of;
    this.#found = undefined;
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
    const isMine = (): boolean => this.#waiting.is(watch.signal);
    this.#body.classList.add("is-stale");
    try {
      const odds = await this.#results(watch);
      if (!isMine()) return;
      this.#groups = grouped(odds);
      const questions = [...this.#asked, ...claims(state.files[0]?.[1] ?? "")];
      if (questions.length === 0 && !this.#groups.every(isCertain)) this.#show([], odds);
      this.#numbers = await helper.call("numbers", [sceneOf(state), state.whom], watch).catch(() => []);
      if (!isMine()) return;
      this.#offers.replaceChildren(...offered(this.#numbers, this.#naming, (question) => this.#put(question)));
      // Where all results are certain, what somebody wants to know is how high the dice come.
      const number = questions.length === 0 && this.#groups.every(isCertain) ? this.#numbers[0]?.name : undefined;
      const more = await this.#answers(number === undefined ? questions : [number], watch);
      if (!isMine()) return;
      this.#show(more, odds);
      this.#isBeginning = false;
    } catch (error) {
      if (!isMine()) return;
      const ways = error instanceof Stopped ? this.#ways() : [];
      this.#body.replaceChildren(refusal(error), el("div", { class: "row" }, ...ways));
      this.#body.classList.remove("is-stale");
      this.#desk.glance("");
    } finally {
      if (isMine()) this.#waiting.end();
    }
  }

  /** The odds of all results; they are kept for further questions to the same scene. */
  async #results(watch: Watched): Promise<readonly Odd[]> {
    const { helper, state } = this.#desk;
    const of = JSON.stringify([sceneOf(state), state.whom]);
    if (this.#kept?.of === of) return this.#kept.chances;
    this.#nothing = "No result of this scene is left to chance.";
    const { chances } = await helper.call("odds", [sceneOf(state), [], state.whom], watch).catch((error: unknown) => {
      // Where nothing is rolled, a question may still be asked.
      if (!(error instanceof Refused) || error.object.data.code !== NOTHING) throw error;
      this.#nothing = [error.object.message, error.object.data.help ?? ""].filter((part) => part !== "").map(sentence).join(" ");
      return { chances: [] };
    });
    if (this.#waiting.is(watch.signal) && !chances.some(isStopped)) this.#kept = { of, chances };
    return chances;
  }

  /** The answers to questions. Each is asked alone, so that one that cannot be answered keeps none of the others. */
  async #answers(questions: readonly string[], watch: Watched): Promise<Odd[]> {
    const { helper, state } = this.#desk;
    const more: Odd[] = [];
    for (const question of questions) {
      const answer = await helper.call("odds", [sceneOf(state), [question], state.whom], watch).catch((error: unknown) => {
        if (this.#asked.includes(question)) more.push({ question, value: null, refused: { why: String((error as Error).message) } });
      });
      more.push(...(answer?.chances ?? []));
    }
    return more;
  }

  #show(more: readonly Odd[], chances: readonly Odd[]): void {
    this.#found = { more, chances };
    const all = [...chances, ...more];
    if (this.#isBeginning && !all.some(isStopped)) this.#compare(all);
    const groups = this.#groups.filter((group) => !isCertain(group) || this.#wasOther(group));
    // Of those that matter as much, the last one is what the others lead to.
    const order = groups
      .map((group) => [group, this.#weight(group)] as const)
      .reverse()
      .sort(([, one], [, other]) => other - one)
      .map(([group]) => group);
    const [first, rest] = [order.slice(0, FEW), order.slice(FEW)];
    const answers = answered(more, this.#before, this.#naming);
    const nothing = first.length + answers.length === 0 ? el("p", { class: "empty" }, ...coded(this.#nothing)) : null;
    const others =
      rest.length === 0
        ? null
        : el(
            "details",
            {},
            el("summary", {}, `${rest.length} more ${rest.length === 1 ? "result" : "results"}`),
            ...rest.map((group) => this.#bars(group)),
          );
    const [newest] = this.#asked;
    const answer = more.find(({ question }) => question === newest);
    if (answer !== undefined) this.#desk.say(saidOf(answer), "answer");
    const early = all.some(isStopped) ? this.#early() : null;
    const shown = [early, nothing, ...first.map((group) => this.#bars(group)), ...answers, others].filter((node) => node !== null);
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
    // There is room for the two most likely, in the order of the scale.
    const all = group ? seen(group, new Map()) : [];
    const likely = new Set([...all].sort((one, other) => other.percent - one.percent).slice(0, 2));
    const levels = all.filter((level) => likely.has(level));
    const words = levels.map((level) => `${level.name} ${chanceOf(level)}`).join(", ");
    this.#desk.glance(words);
    if (words !== "") this.#desk.say(`Odds: ${words}`, "odds");
  }

  #compare(chances?: readonly Odd[]): void {
    const levels = this.#groups.flatMap((group) => group.levels.map(({ question, percent: now }) => [question, now] as const));
    const others = (chances ?? []).map((odd) => [odd.question, percentOf(odd)] as const);
    this.#before = new Map([...others, ...levels]);
    if (chances === undefined && this.#found !== undefined) this.#show(this.#found.more, this.#found.chances);
  }

  #ask(event: SubmitEvent): void {
    event.preventDefault();
    const said = this.#question.value.trim();
    if (said !== "") this.#put(meant(said, this.#numbers, this.#groups));
  }

  /** Asks a question, which stands in the field from then on, so that it can be changed. */
  #put(question: string): void {
    this.#question.value = question;
    this.#asked = [question, ...this.#asked.filter((other) => other !== question)].slice(0, 5);
    void this.refresh();
  }

  /** What is said above odds that are not final: why, and the ways out. */
  #early(): HTMLElement {
    const why = this.#waiting.isTimeUp ? "They took longer than 30 seconds, so the page has stopped working them out." : "You stopped it.";
    return el(
      "div",
      { class: "early" },
      el("p", {}, el("strong", {}, "Stopped early: these are not final."), ` ${why} What is not known yet is given as a range, or as not known.`),
      el("div", { class: "row" }, ...this.#ways()),
    );
  }

  #ways(): HTMLElement[] {
    return [this.#again(), this.#estimate()];
  }

  #again(): HTMLElement {
    return button("Work them out again", () => {
      this.#of = "";
      void this.refresh();
    });
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

/** An answer in words for those who listen. */
const saidOf = (odd: Odd): string => {
  const { question, refused, distribution } = odd;
  if (refused) return `${question}: ${refused.why}`;
  if (distribution) return `${question}: mean ${odd.decimal ?? odd.value ?? "not known"}`;
  if (odd.holds === true || odd.holds === false) return `${question}: ${odd.holds ? "yes" : "no"}`;
  const chance = chanceOf({ percent: percentOf(odd), between: betweenOf(odd) });
  return `${question}: ${/^P\(/.test(question) ? chance : (odd.decimal ?? odd.value ?? "not known")}`;
};

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
