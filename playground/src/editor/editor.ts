// The editor of one text at a time.

import { acceptCompletion, completionKeymap, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension, type Line, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Reading } from "../engine/messages.js";
import { colours } from "./colours.js";
import { type Asks, diagnostics, help } from "./help.js";
import { marks, wasRead } from "./marks.js";

/** Who hears of the editor. */
export interface Hears extends Asks {
  changed(text: string): void;
  moved(at: number): void;
}

export class Editor {
  readonly view: EditorView;
  readonly #hears: Hears;

  constructor(parent: HTMLElement, hears: Hears) {
    this.#hears = hears;
    this.view = new EditorView({ parent, state: this.#state("") });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Opens another text, with nothing to undo in it. */
  open(text: string): void {
    this.view.setState(this.#state(text));
  }

  /** Writes a text instead of the one in hand; it can be undone. */
  replace(text: string): void {
    const { doc } = this.view.state;
    if (doc.toString() === text) return;
    const [from, to, insert] = difference(doc.toString(), text);
    this.view.dispatch({ changes: { from, to, insert }, userEvent: "input.replace" });
  }

  /** Changes a stretch. */
  change(from: number, to: number, insert: string, event = "input.change"): void {
    this.view.dispatch({ changes: { from, to, insert }, userEvent: event });
  }

  /** Shows what was read of the text, if it is still the same. */
  show(text: string, reading: Reading): void {
    if (this.text !== text) return;
    this.view.dispatch({ effects: wasRead.of(reading) });
    this.view.dispatch(diagnostics(this.view.state, reading.findings));
  }

  /** Goes to a place. */
  reveal(from: number, to = from): void {
    const { length } = this.view.state.doc;
    const anchor = Math.min(from, length);
    this.view.dispatch({ selection: { anchor, head: Math.min(to, length) }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** A new line below the cursor, with the words that fit there. */
  add(): void {
    const { state } = this.view;
    const { head } = state.selection.main;
    const line = head === 0 ? lastWithin(state.doc) : state.doc.lineAt(head);
    if (line.text.trim() !== "") {
      const indent = /^\s*/.exec(line.text)![0] + (/\{\s*(?:#.*)?$/.test(line.text) ? "  " : "");
      const anchor = line.to + 1 + indent.length;
      this.view.dispatch({ changes: { from: line.to, insert: `\n${indent}` }, selection: { anchor }, scrollIntoView: true, userEvent: "input" });
    }
    this.view.focus();
    startCompletion(this.view);
  }

  #state(doc: string): EditorState {
    const hears = this.#hears;
    const heard = EditorView.updateListener.of((update) => {
      if (update.docChanged) hears.changed(update.state.doc.toString());
      else if (update.selectionSet) hears.moved(update.state.selection.main.head);
    });
    return EditorState.create({ doc, extensions: [base, colours(), marks(), help(hears), heard] });
  }
}

/** The last line inside of the last block, where somebody who has not been in the text yet wants to add something. */
const lastWithin = (doc: Text): Line => {
  for (let at = doc.lines; at > 1; at -= 1) if (doc.line(at).text.startsWith("}")) return doc.line(at - 1);
  return doc.line(1);
};

// Tab is left to those who go through the page by keyboard; it only takes a word that is offered.
const base: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  indentUnit.of("  "),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    "aria-label": "The scene, as a script",
    spellcheck: "false",
    tabindex: "0",
    autocapitalize: "off",
    autocorrect: "off",
  }),
  keymap.of([
    { key: "Tab", run: acceptCompletion },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];

/** The one stretch in which two texts differ, so that the cursor and what is marked stay where they are. */
const difference = (before: string, after: string): [from: number, to: number, insert: string] => {
  let from = 0;
  const least = Math.min(before.length, after.length);
  while (from < least && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < least - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return [from, before.length - same, after.slice(from, after.length - same)];
};
