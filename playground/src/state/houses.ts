// House rules in the text of a scene: they are lines of it.

/** A house rule that fits the system of a scene. */
export interface House {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** Whether it is a file of one's own. */
  readonly isOwn: boolean;
}

/** The system of a scene, as far as its first lines or the files that it uses say. */
export const systemOf = (texts: readonly string[]): string | undefined =>
  texts.map((text) => /^use (?!house\b|sheet\b)(\w[\w ]*?)\s*(?:#.*)?$/m.exec(text)?.[1]).find((name) => name !== undefined);

/** What the first line of a house rule says. */
export const houseIn = (text: string, name: string, isOwn: boolean): (House & { system: string }) | undefined => {
  const [, quoted, plain, system, title] = /^house (?:"([^"]+)"|(\w+)) extends (\w+)(?: "([^"]*)")?/m.exec(text) ?? [];
  if (system === undefined) return undefined;
  const about = text
    .split("\n")
    .filter((line) => line.startsWith("# "))
    .slice(0, 3)
    .map((line) => line.slice(2))
    .join(" ");
  return { name: isOwn ? name : (quoted ?? plain ?? name), title: title ?? "", about, text, isOwn, system };
};

const line = (name: string): RegExp =>
  new RegExp(`^use house (?:"${escaped(name)}"|${escaped(name)}|"${escaped(name.replaceAll(" ", "-"))}")[ \\t]*(?:#.*)?$\\n?`, "m");
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const isUsed = (text: string, name: string): boolean => line(name).test(text);

export const withHouse = (text: string, name: string): string => {
  if (isUsed(text, name)) return text;
  const used = [...text.matchAll(/^use .*$/gm)].at(-1);
  const at = used === undefined ? 0 : used.index + used[0].length + 1;
  const written = /^\w+$/.test(name) ? name : `"${name}"`;
  return `${text.slice(0, at)}${at > text.length ? "\n" : ""}use house ${written}\n${text.slice(at)}`;
};

export const withoutHouse = (text: string, name: string): string => text.replace(line(name), "");
