// What each name is, as the engine has read it: colours for names, and what sums come to, beside their lines.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Aside, Mark } from "assize";
import type { Reading } from "../engine/messages.js";

/** The text was read. */
export const wasRead = StateEffect.define<Reading>();

/** Those that the rules of colours know by themselves. */
const PLAIN: ReadonlySet<Mark["sort"]> = new Set(["keyword", "number", "string", "comment", "operator"]);

class Note extends WidgetType {
  readonly text: string;
  readonly meaning: string;

  constructor({ text, meaning }: Aside) {
    super();
    this.text = text;
    this.meaning = meaning;
  }

  override eq(other: Note): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const note = document.createElement("span");
    // What a plan costs is so in any case; what a sum comes to depends on how dice are answered.
    note.className = / by judgement$/.test(this.meaning) ? "cm-aside judged" : "cm-aside";
    note.textContent = this.text;
    note.title = this.meaning;
    note.setAttribute("aria-hidden", "true");
    return note;
  }
}

const decorated = (view: { doc: EditorView["state"]["doc"] }, { marks, asides }: Reading): DecorationSet => {
  const { doc } = view;
  const names = marks
    .filter(({ sort, from, to }) => !PLAIN.has(sort) && to <= doc.length && from < to)
    .map(({ sort, from, to, given }) => Decoration.mark({ class: `tok-${sort}${given ? " tok-given" : ""}` }).range(from, to));
  const notes = asides
    .filter(({ line }) => line < doc.lines)
    .map((aside) => Decoration.widget({ widget: new Note(aside), side: 1 }).range(doc.line(aside.line + 1).to));
  return Decoration.set([...names, ...notes], true);
};

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let now = shown.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(wasRead)) now = decorated(transaction.state, effect.value);
    return now;
  },
  provide: (of) => EditorView.decorations.from(of),
});

export const marks = (): Extension => field;
