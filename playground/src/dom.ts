// Elements made in one line. All texts are put in as text, never as HTML.

type Value = string | number | boolean | null | undefined | ((event: never) => void);

/** An element with attributes; functions are listeners, `class` and the like are attributes, `true` is an attribute alone. */
export const el = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: (Node | string | null | undefined | false)[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
};

/** The element of a selector, which the page has. */
export const at = <Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

/** A button that says what it does. */
export const button = (label: string, press: () => void, attributes: Readonly<Record<string, Value>> = {}): HTMLButtonElement =>
  el("button", { type: "button", click: press, ...attributes }, label);

/** Calls once, after nothing was asked for so long. */
export const settled = (work: () => void, milliseconds: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
};

/** A text in which backticks stand around what is script. */
export const coded = (text: string): (Node | string)[] =>
  text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 === 1 ? el("code", {}, part) : part));

/** What the engine says, as a sentence: it begins small and has no full stop, as it stands behind a place in a terminal. */
export const sentence = (text: string): string => {
  const begun = /^[a-z]+[ ,’']/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
  return begun === "" || /[.!?…:]$/.test(begun) ? begun : `${begun}.`;
};

/** What stands where something will be, until it is there. */
export const pending = (words: string): HTMLElement =>
  el("p", { class: "status pending" }, el("span", { class: "spin", "aria-hidden": "true" }), words);
