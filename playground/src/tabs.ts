// Tabs: arrow keys go from one to the next, as the pattern of the W3C has it.

import { el } from "./dom.js";
import type { Panel } from "./desk.js";

export class Tabs {
  readonly #panels: readonly Panel[];
  readonly #buttons: HTMLButtonElement[];
  #shown = 0;
  /** Which panels have not seen what has changed. */
  readonly #stale = new Set<Panel>();

  constructor(tabs: HTMLElement, within: HTMLElement, panels: readonly Panel[]) {
    this.#panels = panels;
    this.#buttons = panels.map(({ id, title }, at) =>
      el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, click: () => this.show(at) }, title),
    );
    tabs.append(...this.#buttons);
    tabs.addEventListener("keydown", (event) => this.#key(event));
    for (const { id, node } of panels) {
      node.id = `panel-${id}`;
      node.className = "panel";
      node.setAttribute("role", "tabpanel");
      node.setAttribute("aria-labelledby", `tab-${id}`);
      within.append(node);
    }
    this.show(0);
  }

  /** Everything has changed; what is seen is told at once, the rest when it is seen. */
  refresh(): void {
    for (const panel of this.#panels) this.#stale.add(panel);
    this.#see();
  }

  show(at: number): void {
    this.#shown = at;
    this.#buttons.forEach((button, other) => {
      button.setAttribute("aria-selected", String(other === at));
      button.tabIndex = other === at ? 0 : -1;
    });
    this.#panels.forEach(({ node }, other) => {
      node.hidden = other !== at;
    });
    this.#see();
  }

  #see(): void {
    const panel = this.#panels[this.#shown]!;
    if (this.#stale.delete(panel)) panel.refresh();
  }

  #key(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const last = this.#panels.length - 1;
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? last : by === undefined ? undefined : (this.#shown + by + last + 1) % (last + 1);
    if (to === undefined) return;
    event.preventDefault();
    this.show(to);
    this.#buttons[to]!.focus();
  }
}
