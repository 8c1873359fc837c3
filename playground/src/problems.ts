// What is wrong with the text, below it, with the ways out as buttons.

import type { Completion, DocumentFinding } from "assize";
import { button, el } from "./dom.js";
import type { Editor } from "./editor/editor.js";
import { Stopped } from "./engine/failure.js";
import { templates } from "./state/examples.js";

/** More than these are told once the first are mended. */
const MOST = 4;

export const problems = (editor: Editor, findings: readonly DocumentFinding[], words: Words): HTMLElement[] => {
  const order = [...findings].sort((one, other) => Number(one.severity === "warning") - Number(other.severity === "warning"));
  const shown = order.slice(0, MOST).map((finding) => problem(editor, finding, words));
  const rest = order.length - shown.length;
  return rest > 0 ? [...shown, el("p", { class: "problem warning quiet" }, `and ${rest} more`)] : shown;
};

/** What there is on the page for what the help says of the command line. */
const WAYS: Readonly<Record<string, string>> = { AZ903: "choose who plays it under “What if …”" };

/** Words that may stand at a place. */
type Words = (at: number) => Promise<readonly Completion[]>;

/** Words that nothing here goes by: a script that is not there, a level, a line. What may stand there instead can be listed. */
const UNKNOWN: ReadonlySet<string> = new Set(["AZ108", "AZ204", "AZ205"]);
const FITTING: ReadonlySet<Completion["kind"]> = new Set(["level", "part", "declaration"]);
/** More words than these would be no help. */
const MOST_WORDS = 24;

/** What may stand there instead, as buttons, as soon as it is known. */
const instead = (editor: Editor, { from, to }: DocumentFinding, words: Words): HTMLElement => {
  const node = el("div", { class: "fixes instead", role: "group", "aria-label": "What may stand there", hidden: true });
  const written = editor.text.slice(from, to);
  // Of `use dnd` it is the name that is unknown.
  const at = from + (/^use (?:house )?/.exec(written)?.[0].length ?? 0);
  void Promise.all([words(at), templates()]).then(([found, systems]) => {
    const ids = new Set(systems.map(({ id }) => id));
    const isNamed = ({ kind, label }: Completion): boolean => (kind === "script" ? ids.has(label) === !/^use house/.test(written) : FITTING.has(kind));
    const fitting = found.filter(isNamed);
    const some = (fitting.length > 0 ? fitting : found).slice(0, MOST_WORDS);
    node.hidden = some.length === 0 || editor.text.slice(from, to) !== written;
    const write = (word: string): void => {
      if (editor.text.slice(from, to) === written) editor.change(at, to, word, "input.fix");
      editor.view.focus();
    };
    node.append(el("span", { class: "quiet" }, "Write instead:"), ...some.map(({ label }) => button(label, () => write(label), { class: "chip" })));
  });
  return node;
};

const problem = (editor: Editor, finding: DocumentFinding, words: Words): HTMLElement => {
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
    help === null ? null : el("p", { class: "quiet" }, WAYS[code] ?? help),
    fixes.length === 0
      ? UNKNOWN.has(code) && instead(editor, finding, words)
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
