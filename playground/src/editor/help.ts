// What the engine knows of the place in the text where somebody is: words that fit, what a name means, what is wrong and how to mend it.

import {
  autocompletion,
  closeBrackets,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { type Diagnostic, linter, lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Extension, TransactionSpec } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import type { Completion, DocumentFinding, Hover } from "assize";
import type { EditorState } from "@codemirror/state";
import { el } from "../dom.js";

/** Asks the engine about a place. */
export interface Asks {
  complete(at: number): Promise<Completion[]>;
  hover(at: number): Promise<Hover | null>;
}

const KINDS: Record<Completion["kind"], string> = {
  keyword: "keyword",
  built_in: "function",
  script: "namespace",
  declaration: "class",
  thing: "variable",
  done: "variable",
  level: "enum",
  part: "property",
};

const offered = ({ label, kind, detail, from, to }: Completion, rank: number): Option => ({
  label,
  type: KINDS[kind],
  ...(detail !== "" && { detail }),
  boost: -rank / 100,
  apply: (view: EditorView) =>
    view.dispatch({
      changes: { from, to: Math.max(to, view.state.selection.main.head), insert: label },
      selection: { anchor: from + label.length },
      userEvent: "input.complete",
    }),
});

const completed =
  (asks: Asks) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\p{L}\p{N}_']+/u);
    const isAfterSpace = /\S[ .]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos));
    if (!context.explicit && word === null && !isAfterSpace) return null;
    const found = await asks.complete(context.pos).catch(() => []);
    const first = found[0];
    if (first === undefined || context.aborted) return null;
    return { from: Math.min(first.from, context.pos), options: found.slice(0, 200).map(offered), validFor: /^[\p{L}\p{N}_']*$/u };
  };

/** What a name is, in words. */
export const toldOf = ({ name, sort, meaning, given, rules }: Hover): HTMLElement =>
  el(
    "div",
    { class: "hover" },
    el("p", {}, el("strong", {}, name), sort === "" ? null : el("span", { class: "quiet" }, ` ${sort}`)),
    meaning === "" ? null : el("p", {}, meaning),
    ...rules.map(({ says }) => el("p", { class: "rule" }, says)),
    given === null ? null : el("p", { class: "quiet" }, el("code", {}, given.text), ` ${given.file}:${given.line}`),
  );

const hovered = (asks: Asks): Extension =>
  hoverTooltip(async (_, at) => {
    const hover = await asks.hover(at).catch(() => null);
    if (hover === null) return null;
    return { pos: hover.from, end: hover.to, above: true, create: () => ({ dom: toldOf(hover) }) };
  });

const diagnosed = (state: EditorState, finding: DocumentFinding): Diagnostic => {
  const { length } = state.doc;
  const from = Math.min(finding.from, length);
  return {
    from,
    to: Math.min(Math.max(finding.to, from), length),
    severity: finding.severity,
    message: finding.message,
    source: finding.code,
    renderMessage: () =>
      el("div", {}, el("p", {}, finding.message), finding.help === null ? null : el("p", { class: "quiet" }, finding.help)),
    actions: finding.fixes.map(({ title, from, to, insert }) => ({
      name: title,
      apply: (view) => view.dispatch({ changes: { from, to, insert }, userEvent: "input.fix" }),
    })),
  };
};

/** Shows what is wrong. */
export const diagnostics = (state: EditorState, findings: readonly DocumentFinding[]): TransactionSpec =>
  setDiagnostics(
    state,
    findings.map((finding) => diagnosed(state, finding)),
  );

export const help = (asks: Asks): Extension => [
  autocompletion({ override: [completed(asks)], icons: false, activateOnTypingDelay: 60 }),
  closeBrackets(),
  hovered(asks),
  linter(null),
  lintGutter(),
];
