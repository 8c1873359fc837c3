// House rules: switched on and off in the scene, and what each of them changes.

import { button, coded, el, pending } from "../dom.js";
import type { Desk, Panel } from "../desk.js";
import type { Script } from "../engine/messages.js";
import { type House, houseIn, isUsed, systemOf, withHouse, withoutHouse } from "../state/houses.js";
import { sceneOf } from "../state/state.js";
import { isStopped, percent, percentOf } from "./chances.js";
import { adopted } from "./adopt.js";
import { refusal } from "./refusal.js";
import { Waiting } from "./waiting.js";
import type { Compared, Odd } from "assize";

export class HousesPanel implements Panel {
  readonly id = "houses";
  readonly title = "House rules";
  readonly node = el("div");
  readonly #desk: Desk;
  readonly #write: (text: string) => void;
  readonly #list = el("div", {}, pending("The house rules for this system will stand here."));
  readonly #changes = el("section", { class: "card", hidden: true, "aria-label": "What a house rule changes" });
  #compared: string | undefined;

  constructor(desk: Desk, write: (text: string) => void) {
    this.#desk = desk;
    this.#write = write;
    const own = button("Write one of your own", () => this.#own());
    this.node.append(el("section", { class: "card" }, el("header", {}, el("h2", {}, "House rules"), own), this.#list), this.#changes);
  }

  refresh(): void {
    void this.#offer();
  }

  async #offer(): Promise<void> {
    const { other, state } = this.#desk;
    const [[, scene = ""] = [], ...others] = state.files;
    const system = systemOf(state.files.map(([, text]) => text));
    const shipped = (await other.call("shipped", [])).map(({ name, text }) => houseIn(text, name, false));
    const own = others.map(([name, text]) => houseIn(text, name, true));
    const fitting = [...own, ...shipped].filter((house) => house !== undefined && house.system === system) as House[];
    const none = el("p", { class: "empty" }, "No house rule for this system comes with the page. You can write one.");
    this.#list.replaceChildren(...(fitting.length === 0 ? [none] : fitting.map((house) => this.#house(house, scene))));
    const compared = fitting.find(({ name }) => name === this.#compared);
    this.#changes.hidden = compared === undefined;
    if (compared !== undefined) void this.#compare(compared);
  }

  #house(house: House, scene: string): HTMLElement {
    const id = `house-${house.name.replace(/\W/g, "-")}`;
    const isOn = isUsed(scene, house.name);
    const input = el("input", {
      id,
      type: "checkbox",
      change: () => {
        this.#compared = house.name;
        this.#write(input.checked ? withHouse(scene, house.name) : withoutHouse(scene, house.name));
      },
    });
    input.checked = isOn;
    const title = el(
      "label",
      { for: id },
      el("strong", {}, house.title === "" ? house.name : house.title),
      el("span", { class: "quiet" }, ` ${house.name}`),
    );
    const compare = button(
      "What would it change?",
      () => {
        this.#compared = house.name;
        this.#changes.hidden = false;
        void this.#compare(house).then(() => this.#changes.scrollIntoView({ block: "nearest" }));
      },
      { class: "link" },
    );
    return el(
      "div",
      { class: "house" },
      input,
      title,
      el("div", { class: "more row" }, house.about === "" ? null : el("span", { class: "grow quiet" }, ...coded(house.about)), compare),
      el("details", { class: "more" }, el("summary", {}, "The rule itself"), el("pre", { tabindex: "0" }, house.text)),
    );
  }

  async #compare(house: House): Promise<void> {
    const { other, state } = this.#desk;
    const scene = sceneOf(state);
    const [without, withIt]: Script[] = [
      { ...scene, text: withoutHouse(scene.text, house.name) },
      { ...scene, text: withHouse(scene.text, house.name) },
    ];
    const waiting = new Waiting("Working out both");
    const body = el("div");
    this.#changes.replaceChildren(el("header", {}, el("h2", {}, `What “${house.name}” changes`), waiting.node), body);
    const watch = waiting.begin();
    try {
      const [before, after] = [
        await other.call("odds", [without!, [], state.whom], watch),
        await other.call("odds", [withIt!, [], state.whom], watch),
      ];
      body.append(...table(before.chances, after.chances));
      const run = {
        mode: state.method === "deliberate" ? "deliberate" : "random",
        seed: state.seed,
        secret_seed: `${state.seed}1`,
        for: state.whom,
      } as const;
      const compared = await other.call("compare", [without!, [house.name], run]);
      body.append(...results(compared));
      const story = await other.call("run", [withIt!, run]);
      body.append(el("details", {}, el("summary", {}, "The verdict with it"), el("div", { class: "story" }, adopted(story.html))));
    } catch (error) {
      body.append(refusal(error));
    } finally {
      waiting.end();
    }
  }

  #own(): void {
    const { files } = this.#desk.state;
    const system = systemOf(files.map(([, text]) => text)) ?? "d20";
    const name = ["my rule", "my rule 2", "my rule 3"].find((one) => files.every(([other]) => other !== one)) ?? `my rule ${files.length}`;
    const text = `house "${name}" extends ${system} "What it changes, in a few words"\n# Lines of the system can be replaced here, or added to it. The rules that come with the page show how.\n`;
    this.#desk.set({ files: [...files, [name, text]] });
    this.#desk.reveal(name, 2);
  }
}

const differs = (one: Odd | undefined, other: Odd | undefined): number =>
  Math.abs((one ? percentOf(one) : 0) - (other ? percentOf(other) : 0));

const table = (before: readonly Odd[], after: readonly Odd[]): HTMLElement[] => {
  if ([...before, ...after].some(isStopped)) return [el("p", {}, "Working out both was stopped early, so what it changes is not known.")];
  const [was, is] = [before, after].map((odds) => new Map(odds.map((odd) => [odd.question, odd])));
  const questions = [...new Set([...was!.keys(), ...is!.keys()])];
  const rows = questions
    .filter((question) => differs(was!.get(question), is!.get(question)) >= 0.005)
    .sort((one, other) => depth(one) - depth(other))
    .filter(isNew(was!, is!));
  if (rows.length === 0) return [el("p", {}, "It changes no odds of this scene.")];
  const row = (question: string): HTMLElement => {
    const [one, other] = [was!.get(question), is!.get(question)].map((odd) => (odd ? percentOf(odd) : 0)) as [number, number];
    const change = other - one;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, question.replace(/^P\((.*)\)$/, "$1")),
      el("td", { class: "number" }, percent(one)),
      el("td", { class: "number" }, percent(other)),
      el(
        "td",
        { class: "number" },
        el("span", { class: change > 0 ? "more" : "less" }, `${change > 0 ? "+" : "−"}${Math.abs(change).toFixed(2)}`),
      ),
    );
  };
  const head = ["Odds", "without", "with", "change"].map((name, at) => el("th", { scope: "col", class: at > 0 ? "number" : "" }, name));
  const all = (some: readonly string[]): HTMLElement =>
    el("table", {}, el("thead", {}, el("tr", {}, ...head.map((one) => one.cloneNode(true)))), el("tbody", {}, ...some.map(row)));
  return rows.length <= 10
    ? [all(rows)]
    : [all(rows.slice(0, 10)), el("details", {}, el("summary", {}, `${rows.length - 10} more`), all(rows.slice(10)))];
};

/** Whether no result before is always the same as this one. */
const isNew = (was: ReadonlyMap<string, Odd>, is: ReadonlyMap<string, Odd>): ((question: string) => boolean) => {
  const seen = new Set<string>();
  return (question) => {
    const key = `${question.split(" is ")[1]} ${was.get(question)?.value} ${is.get(question)?.value}`;
    return seen.size !== seen.add(key).size;
  };
};

/** Results of the actions of the scene come before those within them. */
const depth = (question: string): number => question.split(" is ")[0]!.split(".").length;

const results = ({ without, with: withIt }: Compared): HTMLElement[] => {
  if (!("verdict" in without) || !("verdict" in withIt)) return [];
  const before = new Map(without.verdict.results.map(({ name, value }) => [name, value]));
  const changed = withIt.verdict.results.filter(({ name, value }) => before.has(name) && before.get(name) !== value);
  if (changed.length === 0) return [el("p", { class: "quiet" }, "With the dice of this seed, every result is the same.")];
  return [
    el("h3", {}, "With the dice of this seed"),
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        ...changed
          .slice(0, 12)
          .map(({ name, value }) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, `${before.get(name)} → ${value}`))),
      ),
    ),
  ];
};
