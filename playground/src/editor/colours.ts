// Colours while somebody types, before the engine has read the text: by the rules that the book and VS Code have, made from the grammar.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import grammar from "../../../docs/highlight/assize.js";

interface Rule {
  readonly className: string;
  readonly begin: string;
  readonly end?: string;
  readonly contains?: readonly Rule[];
}

interface Sticky {
  readonly name: string;
  readonly begin: RegExp;
  /** Where the rule goes on to, on the same line. */
  readonly end: RegExp | undefined;
}

const rules: Sticky[] = (grammar().contains as readonly Rule[]).map(({ className, begin, end }) => ({
  name: className,
  begin: new RegExp(begin, "y"),
  end: end === undefined ? undefined : new RegExp(className === "string" ? '(?:\\\\.|[^"\\\\])*(?:"|$)' : `.*?${end}`, "y"),
}));

const matched = (pattern: RegExp, line: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : undefined;
};

const token = (stream: StringStream): string | null => {
  for (const { name, begin, end } of rules) {
    let to = matched(begin, stream.string, stream.pos);
    if (to === undefined || to === stream.pos) continue;
    if (end !== undefined) to = matched(end, stream.string, to) ?? stream.string.length;
    stream.pos = to;
    return name;
  }
  // A name is passed over whole, so that no rule begins within it.
  if (!stream.match(/^[\p{L}\p{N}_']+/u)) stream.next();
  return null;
};

const language = StreamLanguage.define({
  name: "assize",
  token,
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

const style = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.number, class: "tok-number" },
]);

export const colours = (): Extension => [language, syntaxHighlighting(style)];
