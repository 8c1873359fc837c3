// What happens when the scene is run once: by the rulebook's tables, by dice from a seed, or by dice of one's own.

import type { Question } from "assize";
import { button, el, pending } from "../dom.js";
import type { Desk } from "../desk.js";
import { Stopped } from "../engine/failure.js";
import type { Running, Told } from "../engine/messages.js";
import { type Method, sceneOf, type State } from "../state/state.js";
import { adopted } from "./adopt.js";
import { choice } from "./choice.js";
import { asked } from "./ask.js";
import { naming } from "./naming.js";
import { refusal } from "./refusal.js";
import { withReasons } from "./why.js";

const METHODS = { random: "Dice", deliberate: "Judgement", table: "My dice" } as const;
const READERS = { gm: "Game master", players: "Players" } as const;

/** What is said where not all dice could be entered, by who reads it. */
const ROLLED_HERE = {
  players: "Some of these dice are secret from the players, so the page has rolled them. Read the verdict as the game master to enter them too.",
  gm: "Some of these dice are hidden from the game master as well, so the page has rolled them.",
} as const;

export class VerdictCard {
  readonly node = el("section", { class: "card", "aria-label": "Verdict" });
  readonly #desk: Desk;
  readonly #told: (told: Told | undefined) => void;
  readonly #body = el("div", { class: "verdict" }, pending("The verdict will stand here."));
  readonly #method = choice("How it is decided", METHODS, (method) => this.#by(method));
  readonly #reader = choice("Who reads it", READERS, (whom) => this.#desk.set({ whom }));
  readonly #seed = el("input", {
    id: "seed",
    type: "text",
    inputmode: "numeric",
    pattern: "[0-9]{1,15}",
    size: 7,
    change: () => this.#sow(),
  });
  readonly #dice: HTMLElement;
  readonly #own: HTMLElement;
  #isAsking = false;

  constructor(desk: Desk, told: (told: Told | undefined) => void) {
    this.#desk = desk;
    this.#told = told;
    const again = button("Roll again", () => this.#desk.set({ seed: String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000) }), {
      id: "again",
    });
    this.#dice = el(
      "div",
      { class: "row" },
      again,
      el("label", { for: "seed", class: "quiet", title: "The number from which the dice are drawn: the same seed, the same dice" }, "Seed"),
      this.#seed,
    );
    this.#own = el(
      "div",
      { class: "row" },
      button("Enter my dice", () => void this.#play(), { id: "enter-dice" }),
    );
    this.node.append(
      el(
        "header",
        {},
        el("h2", {}, "Verdict"),
        el("div", { class: "row" }, el("span", { class: "quiet" }, "as seen by"), this.#reader.node),
      ),
      el("div", { class: "row controls" }, this.#method.node, this.#dice, this.#own),
      this.#body,
    );
  }

  async refresh(): Promise<void> {
    const { state } = this.#desk;
    this.#method.set(state.method);
    this.#reader.set(state.whom);
    this.#seed.value = state.seed;
    this.#dice.hidden = state.method !== "random";
    this.#own.hidden = state.method !== "table";
    if (this.#isAsking) return;
    if (state.method === "table" && state.dice === null) {
      // Which results matter is known from any run; it is shown to nobody.
      await this.#run({ mode: "deliberate" }, false);
      this.#body.replaceChildren(el("p", { class: "empty" }, "Roll your dice at the table, and enter here what they show."));
      return;
    }
    await this.#run(running(state), true);
  }

  async #run(how: Running, isShown: boolean): Promise<void> {
    const { helper, state } = this.#desk;
    try {
      const told = await helper.call("run", [sceneOf(state), { ...seeded(state), ...how }]);
      this.#told(told);
      if (isShown) this.#show(told);
    } catch (error) {
      // Dice that were entered for another scene are of no use in this one.
      if (state.dice !== null && !(error instanceof Stopped)) return this.#desk.set({ dice: null, choices: {} });
      if (isShown) this.#body.replaceChildren(refusal(error));
    }
  }

  /** Runs the scene with a person who says what each die shows. */
  async #play(): Promise<void> {
    const { helper, state } = this.#desk;
    this.#isAsking = true;
    let isCancelled = false;
    const ask = async (question: Question): Promise<string | null> => {
      const said = await asked(this.#body, question);
      isCancelled = said === null;
      return said;
    };
    try {
      const scene = sceneOf(state);
      const told = await helper.call("run", [scene, { mode: "table", asks: true, for: state.whom, seed: state.seed }], { ask });
      const [dice, choices] = [rolled(told), chosen(told)];
      // Where the engine has rolled something itself, the dice alone make no verdict.
      const again = await helper.call("run", [scene, { mode: "random", dice, choices, for: state.whom }]).catch(() => undefined);
      this.#isAsking = false;
      this.#show(told);
      if (again === undefined) this.#body.prepend(el("p", { class: "early" }, ROLLED_HERE[state.whom]));
      else this.#desk.set({ dice, choices });
    } catch (error) {
      this.#isAsking = false;
      this.#body.replaceChildren(isCancelled ? el("p", { class: "empty" }, "You cancelled it. Nothing has changed.") : refusal(error));
    }
  }

  #show(told: Told): void {
    const verdict = adopted(told.html);
    withReasons(this.#desk, verdict, told);
    const lines = headlines(told, this.#desk.state.files[0]?.[1] ?? "");
    this.#desk.say(lines.map(({ title, value, sum }) => `${title}: ${value}${sum ? `, ${sum}` : ""}`).join("; "), "verdict");
    const heads = lines.map(({ title, value, sum }) =>
      el("p", { class: "head" }, el("span", {}, title), el("span", {}, sum && el("span", { class: "sum" }, sum), el("strong", {}, value))),
    );
    const houses = told.data.houses.map(({ name }) => name);
    const rules =
      houses.length === 0
        ? null
        : el("p", { class: "quiet" }, `With the house ${houses.length === 1 ? "rule" : "rules"} ${houses.join(", ")}.`);
    this.#body.replaceChildren(el("div", { class: "heads" }, ...heads), ...(rules ? [rules] : []), el("div", { class: "story" }, verdict));
  }

  #by(method: Method): void {
    this.#desk.set({ method, dice: null, choices: {} });
  }

  #sow(): void {
    if (this.#seed.checkValidity() && this.#seed.value !== "") this.#desk.set({ seed: this.#seed.value });
  }
}

const seeded = ({ seed, whom }: State): Running => ({ seed, secret_seed: `${seed}1`, for: whom });

/** How a scene is run to come to the verdict that is shown. */
export const asShown = (state: State): Running => ({ ...seeded(state), ...running(state) });

const running = ({ method, dice, choices }: State): Running => {
  if (method === "table" && dice !== null) return { mode: "random", dice: [...dice], choices };
  return { mode: method, choices };
};

/** The faces that a person has entered, in their order. */
const rolled = ({ data }: Told): number[] =>
  data.events.flatMap((event) => {
    if (event.event === "rolled" && (event.how === "person" || event.how === "given")) return event.dice.map(({ face }) => face);
    return event.event === "drawn" && (event.how === "person" || event.how === "given") ? [event.card] : [];
  });

const chosen = ({ data }: Told): Record<string, string> =>
  Object.fromEntries(
    data.events.flatMap((event) => (event.event === "chosen" && event.how === "person" ? [[event.choice.name, event.choice.value]] : [])),
  );

interface Headline {
  readonly title: string;
  readonly value: string;
  /** What its dice came to, if it has a sum: `total +17`. */
  readonly sum: string | undefined;
}

/** What the scene came to: the results that matter most, in their order. */
const headlines = ({ data }: Told, scene: string): Headline[] => {
  const { title, meanings, weight } = naming(scene, data);
  const isNumber = (value: string): boolean => /^[+-]?\d/.test(value);
  const results = data.results.filter(({ value }) => value !== "unreached" && !isNumber(value));
  const weighed = results.map(({ name, value }) => ({ name, value, weight: weight([name], [value]) }));
  const most = Math.max(...weighed.map(({ weight }) => weight));
  const best = weighed.filter(({ weight }) => weight > 0 && weight >= most - 1);
  // An action has the result of its last part; it is told once.
  const isPart = (name: string, value: string): boolean =>
    best.some((other) => other.value === value && other.name.length < name.length && ends(other.name) === ends(name));
  const last = best.filter(({ name, value }) => !isPart(name, value)).slice(-3);
  return last.map(({ name, value }) => {
    const meaning = meanings([name], [value]).get(value);
    const owner = name.slice(0, name.lastIndexOf(".") + 1);
    const total = data.results.findLast((one) => isOwn(one.name, owner) && /^[+-]\d/.test(one.value));
    const sum = total && `${total.name.slice(owner.length)} ${total.value}`;
    return { title: title(name), value: meaning === undefined ? value : `${value}: ${meaning}`, sum };
  });
};

/** Whether something is a part of its own of what bears this name. */
const isOwn = (name: string, owner: string): boolean => name.startsWith(owner) && !name.slice(owner.length).includes(".");

/** The first and the last part of a name. */
const ends = (name: string): string => `${name.split(".")[0]}.${name.split(".").at(-1)}`;
