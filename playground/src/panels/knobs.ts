// Sliders and switches for what can be moved in the scene. They change its text, so what they do can be read, and undone.

import { el } from "../dom.js";
import type { Desk } from "../desk.js";
import type { Role } from "assize";
import type { Knob } from "../engine/knobs.js";
import type { Ready } from "../engine/messages.js";
import { sceneOf } from "../state/state.js";

/** So many are seen at once. */
const FEW = 6;
/** A choice of more levels than these is a list and no slider. */
const MOST = 8;

interface Shown {
  knob: Knob;
  readonly node: HTMLElement;
  set(knob: Knob): void;
}

export class Knobs {
  readonly node = el("section", { class: "card what-if", "aria-label": "What if", hidden: true });
  readonly #desk: Desk;
  readonly #roles = el("div", { class: "knobs" });
  readonly #few = el("div", { class: "knobs" });
  readonly #many = el("div", { class: "knobs" });
  readonly #more = el("details", {}, el("summary", {}, "More that can be moved"), this.#many);
  #shown: Shown[] = [];

  constructor(desk: Desk) {
    this.#desk = desk;
    this.node.append(
      el("header", {}, el("h2", {}, "What if …"), el("p", { class: "status" }, "Move something: the scene and its odds change with it.")),
      this.#roles,
      this.#few,
      this.#more,
    );
  }

  async refresh(): Promise<void> {
    const { helper, state } = this.#desk;
    const ready = await helper.call("prepare", [sceneOf(state)]).catch(() => undefined);
    // Something newer has been written meanwhile; then this comes again.
    if (ready === undefined || state.files !== this.#desk.state.files) return;
    this.#show(ready);
  }

  #show({ knobs, roles }: Ready): void {
    this.node.hidden = knobs.length + roles.length === 0;
    this.#roles.replaceChildren(...roles.map((role) => this.#role(role)));
    const kept = knobs.map((knob, rank) => asBefore(knob, this.#shown[rank]?.knob));
    if (knobs.length === this.#shown.length && kept.every((knob) => knob !== undefined)) {
      // Somebody who holds a slider keeps it.
      kept.forEach((knob, rank) => this.#shown[rank]!.set(knob!));
      return;
    }
    this.#shown = knobs.map((knob) => this.#made(knob));
    const first = ranked(knobs);
    this.#few.replaceChildren(...this.#shown.filter(({ knob }) => first.has(knob)).map(({ node }) => node));
    this.#many.replaceChildren(...this.#shown.filter(({ knob }) => !first.has(knob)).map(({ node }) => node));
    this.#more.hidden = knobs.length <= first.size;
  }

  #role({ name, fitting }: Role): HTMLElement {
    const id = `role-${name}`;
    const { cast } = this.#desk.state;
    const input = el(
      "select",
      { id },
      el("option", { value: "" }, "a stand-in"),
      ...fitting.map((thing) => el("option", { value: thing }, thing)),
    );
    input.value = cast[name] ?? "";
    input.addEventListener("change", () => {
      const { [name]: _, ...others } = cast;
      this.#desk.set({ cast: input.value === "" ? others : { ...others, [name]: input.value } });
    });
    return el("div", { class: "knob" }, el("label", { for: id }, `${name} is played by`), input);
  }

  #made(knob: Knob): Shown {
    const id = `knob-${knob.from}-${Math.random().toString(36).slice(2, 8)}`;
    const label = el("label", { for: id }, knob.label, knob.reason === "" ? null : el("span", { class: "reason" }, ` ${knob.reason}`));
    if (knob.kind === "reason") return this.#switch(knob, id, label);
    if (knob.options.length > MOST && knob.kind === "level") return this.#list(knob, id, label);
    return this.#slider(knob, id, label);
  }

  #slider(knob: Knob, id: string, label: HTMLElement): Shown {
    // The slider itself tells its value to those who listen.
    const value = el("output", { for: id, "aria-live": "off" });
    const input = el("input", { id, type: "range", min: 0, max: knob.options.length - 1, step: 1 });
    const shown: Shown = {
      knob,
      node: el("div", { class: "knob" }, label, value, input),
      set(knob) {
        this.knob = knob;
        input.value = String(knob.at);
        value.textContent = knob.options[knob.at] ?? "";
        input.setAttribute("aria-valuetext", knob.options[knob.at] ?? "");
      },
    };
    input.addEventListener("input", () => this.#move(shown, input.valueAsNumber));
    shown.set(knob);
    return shown;
  }

  #list(knob: Knob, id: string, label: HTMLElement): Shown {
    const input = el("select", { id }, ...knob.options.map((option, at) => el("option", { value: at }, option)));
    const shown: Shown = {
      knob,
      node: el("div", { class: "knob" }, label, input),
      set(knob) {
        this.knob = knob;
        input.value = String(knob.at);
      },
    };
    input.addEventListener("change", () => this.#move(shown, Number(input.value)));
    shown.set(knob);
    return shown;
  }

  #switch(knob: Knob, id: string, label: HTMLElement): Shown {
    const input = el("input", { id, type: "checkbox" });
    const shown: Shown = {
      knob,
      node: el("div", { class: "knob switch" }, input, label),
      set(knob) {
        this.knob = knob;
        input.checked = knob.at === 1;
      },
    };
    input.addEventListener("change", () => this.#move(shown, input.checked ? 1 : 0));
    shown.set(knob);
    return shown;
  }

  #move(shown: Shown, at: number): void {
    const { knob } = shown;
    const insert = knob.options[at];
    if (insert === undefined || at === knob.at) return;
    // Where somebody has written something else meanwhile, it stays as it is.
    if (!this.#desk.move(knob, knob.options[knob.at] ?? "", insert)) return shown.set(knob);
    // What stands behind it has moved along; the text is read again in a moment.
    const by = insert.length - (knob.to - knob.from);
    for (const other of this.#shown) {
      const { from, to } = other.knob;
      if (from > knob.from) other.knob = { ...other.knob, from: from + by, to: to + by };
    }
    shown.set({ ...knob, at, to: knob.to + by });
  }
}

/** The same knob at its new place, as long as it has not become another one. It keeps how far it can be moved. */
const asBefore = (knob: Knob, before: Knob | undefined): Knob | undefined => {
  if (before === undefined || knob.kind !== before.kind || knob.label !== before.label || knob.reason !== before.reason) return undefined;
  const at = before.options.indexOf(knob.options[knob.at] ?? "");
  return at < 0 ? undefined : { ...knob, options: before.options, at };
};

/** Those that are seen first: reasons, numbers and steps, before what is one of many words. */
const ranked = (knobs: readonly Knob[]): Set<Knob> => {
  const some = knobs.filter(({ kind, options }) => kind !== "level" || options.length <= MOST);
  return new Set((some.length > 0 ? some : knobs).slice(0, FEW));
};
