// What is wrong with the text, below it, with the ways out as buttons.

import type { DocumentFinding } from "assize";
import { button, el } from "./dom.js";
import type { Editor } from "./editor/editor.js";
import { Stopped } from "./engine/failure.js";

/** More than these are told once the first are mended. */
const MOST = 4;

export const problems = (editor: Editor, findings: readonly DocumentFinding[]): HTMLElement[] => {
  const order = [...findings].sort((one, other) => Number(one.severity === "warning") - Number(other.severity === "warning"));
  const shown = order.slice(0, MOST).map((finding) => problem(editor, finding));
  const rest = order.length - shown.length;
  return rest > 0 ? [...shown, el("p", { class: "problem warning quiet" }, `and ${rest} more`)] : shown;
};

const problem = (editor: Editor, finding: DocumentFinding): HTMLElement => {
  const { message, help, severity, from, to, fixes, code } = finding;
  const line = editor.view.state.doc.lineAt(Math.min(from, editor.view.state.doc.length)).number;
  return el(
    "div",
    { class: `problem ${severity}` },
    el(
      "p",
      {},
      button(`Line ${line}`, () => editor.reveal(from, to), { class: "link" }),
      severity === "error" ? ": " : ", worth a look: ",
      message,
      el("span", { class: "quiet" }, ` ${code}`),
    ),
    help === null ? null : el("p", { class: "quiet" }, help),
    fixes.length === 0
      ? null
      : el(
          "div",
          { class: "fixes" },
          ...fixes.map((fix) =>
            button(fix.title, () => {
              editor.change(fix.from, fix.to, fix.insert, "input.fix");
              editor.view.focus();
            }),
          ),
        ),
  );
};

/** What is said while a scene is still being read. */
export const stillReading = (stop: () => void): HTMLElement =>
  el(
    "div",
    { class: "problem status" },
    el("span", { class: "spin", "aria-hidden": "true" }),
    el("span", {}, "Reading the scene …"),
    button("Stop", stop, { class: "quiet" }),
  );

/** What is said of a scene that could not be read, and a way to have it read after all. */
export const unread = (error: Error, again: () => void): HTMLElement => {
  const words =
    error instanceof Stopped
      ? error.byHand
        ? "You stopped the reading."
        : "Reading this scene took too long, so it was stopped. If this device is busy with something else, try it again."
      : `The engine does not work here: ${error.message}`;
  return el("div", { class: "problem error" }, el("p", {}, words), el("div", { class: "fixes" }, button("Try again", again)));
};
