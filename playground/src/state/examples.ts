// Scenes to look at, and what a scene of one's own begins as.

import first from "scenes:first";

/** A scene that comes with the page. */
export interface Example {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly about: string;
  readonly system: string;
  readonly name: string;
  readonly text: string;
  /** The files that it uses, by their names. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What a scene of one's own begins as in a system. */
export interface Template {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** `ID` is a name in the script, `WHO` that of the person, `WHAT` what is tried. */
  readonly text: string;
}

export { first };

export const examples = async (): Promise<readonly Example[]> => (await import("scenes:all")).default;

export const templates = async (): Promise<readonly Template[]> => (await import("scenes:templates")).default;

/** A scene of one's own. */
export const written = ({ text }: Template, who: string, what: string): string => {
  const id = /[a-z][a-z0-9]*/.exec(who.toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""))?.[0] ?? "hero";
  const plain = (words: string): string => words.replace(/["{}\\\n]/g, "").trim();
  const values: Record<string, string> = { ID: /^d\d/.test(id) ? "hero" : TAKEN.has(id) ? `${id}1` : id, WHO: plain(who), WHAT: plain(what) };
  return text.replace(/\b(?:ID|WHO|WHAT)\b/g, (name) => values[name] ?? name);
};

/** Names that the templates give to somebody or something else. */
const TAKEN: ReadonlySet<string> = new Set(["rival", "guard", "trouble", "work", "try", "attempt", "risk", "nimble", "game", "actor"]);
