// What the page opens: scenes from the README, the book and `scripts/`, read where they stand, so that nothing is written twice.
import { readFileSync, readdirSync } from "node:fs";

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

/** The blocks of a page that are files, by their names, each with the heading that it stands under. */
const blocks = (page) =>
  [...page.matchAll(/^## (.*)$|```asz,file=(\S+)\n([\s\S]*?)```/gm)].reduce(
    ({ heading, found }, [, title, name, text]) =>
      title ? { heading: title, found } : { heading, found: [...found, { name, text, heading: heading ?? "" }] },
    { heading: undefined, found: [] },
  ).found;

/** The comment that a script begins with, as one text. */
const opening = (text) => {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !/^# \S/.test(line));
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join(" ")
    .replaceAll("`", "");
};

/** The files beside a script that it uses, and those that these use. */
const beside = (text, texts = {}) => {
  for (const [, name] of text.matchAll(/^use "([^"]+\.asz)"/gm)) {
    if (name in texts) continue;
    texts[name] = read(`scripts/encounters/${name}`);
    beside(texts[name], texts);
  }
  return texts;
};

const system = (text, texts) => /^use (?!house|sheet)(\w+)/m.exec([text, ...Object.values(texts)].join("\n"))?.[1] ?? "";

const wall = () => {
  const { text } = blocks(read("README.md")).find(({ name }) => name === "wall.asz");
  return {
    id: "wall",
    group: "Begin here",
    title: "Up the mill wall",
    about: "A check with help from two sides.",
    name: "wall.asz",
    text,
    texts: {},
  };
};

const one = () =>
  blocks(read("docs/src/one-scene.md")).map(({ name, text, heading }) => ({
    id: `one-${name.replace(".asz", "")}`,
    group: "One scene in eleven systems",
    title: heading,
    about: "A thief slips past a guard.",
    name,
    text,
    texts: {},
  }));

const encounters = () => {
  const files = readdirSync(new URL("scripts/encounters/", root))
    .filter((name) => name.endsWith(".asz"))
    .sort();
  const used = new Set(files.flatMap((name) => Object.keys(beside(read(`scripts/encounters/${name}`)))));
  return files
    .filter((name) => !used.has(name))
    .map((name) => {
      const text = read(`scripts/encounters/${name}`);
      const id = name.replace(".asz", "");
      const words = id.replaceAll("-", " ");
      const about = /^.*?[.!?](?= |$)/.exec(opening(text))?.[0] ?? opening(text);
      return { id, group: "Whole encounters", title: words[0].toUpperCase() + words.slice(1), about, name, text, texts: beside(text) };
    });
};

/** All examples, with the system of each; the first is open when somebody comes. */
export const examples = () => [wall(), ...one(), ...encounters()].map((one) => ({ ...one, system: system(one.text, one.texts) }));

/** What a scene of one's own begins as, by system: a first line that says what is special about it, and the rest. */
export const templates = () => {
  const folder = new URL("playground/templates/", root);
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [first, ...rest] = readFileSync(new URL(name, folder), "utf8").split("\n");
      const id = name.replace(".asz", "");
      const title = /^system \w+ "(.*)"/m.exec(read(`scripts/systems/${id}.asz`))[1];
      return { id, title, about: first.split(" · ")[1], text: rest.join("\n") };
    });
};
