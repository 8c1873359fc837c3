// What players must not see while they look at the page: it cannot be known what in a scene is secret, so all of it can be hidden.

import { at, button, el } from "./dom.js";
import type { State } from "./state/state.js";

export class Veil {
  readonly #node = at("#veil", HTMLElement);
  readonly #words = el("p");
  readonly #press = button("", () => this.#turn());
  #isDrawn = false;

  constructor() {
    this.#node.append(this.#words, this.#press);
  }

  /** Who reads the results has changed. */
  show(whom: State["whom"]): void {
    const isForPlayers = whom === "players";
    this.#isDrawn &&= isForPlayers;
    this.#node.hidden = !isForPlayers;
    const { dataset } = document.documentElement;
    dataset["whom"] = whom;
    if (this.#isDrawn) dataset["veiled"] = "";
    else delete dataset["veiled"];
    const words = this.#isDrawn
      ? "The scene is hidden. Its address in the bar of the browser still holds all of it."
      : "Only the results are as players see them. The editor still shows everything, secrets included; notes and sliders are hidden.";
    // The same words need not be told again.
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#press.textContent = this.#isDrawn ? "Show the scene" : "Hide the scene";
  }

  #turn(): void {
    this.#isDrawn = !this.#isDrawn;
    this.show("players");
  }
}
