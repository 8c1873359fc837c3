// Why something was refused, in words.

import { coded, el, sentence } from "../dom.js";
import { Refused, Stopped } from "../engine/failure.js";

/** What to show of a failure. */
export const refusal = (error: unknown): HTMLElement => {
  if (error instanceof Refused) {
    const { help } = error.object.data;
    const told = (text: string): HTMLElement => el("p", {}, ...coded(sentence(text)));
    return el("div", { class: "refused" }, told(error.object.message), help === null ? null : told(help));
  }
  const words =
    error instanceof Stopped ? error.message : `Something went wrong: ${error instanceof Error ? error.message : String(error)}`;
  return el("div", { class: "refused" }, el("p", {}, words));
};
