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
  // The system has a name for scripts, and another for people.
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join(" ")
    .replace(/ for `\w+`, /, " with ")
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

const one = () => {
  const kinds = new Map(templates().map(({ id, about }) => [id, `${about}.`]));
  return blocks(read("docs/src/one-scene.md")).map(({ name, text, heading }) => ({
    id: `one-${name.replace(".asz", "")}`,
    group: "One scene in eleven systems: a thief slips past a guard",
    title: heading,
    about: kinds.get(system(text, {})) ?? "",
    name,
    text,
    texts: {},
  }));
};

const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** The title of an encounter, and what it is about: the two sides of the colon in the first sentence of its comment. */
const announced = (id, comment) => {
  const sentence = /^.*?[.!?](?= |$)/.exec(comment)?.[0] ?? comment;
  const [, title, about] = /^([^:]{1,50}): (.*)$/.exec(sentence) ?? [];
  const plain = capital(id.replaceAll("-", " ").replace("ten sided", "with ten-sided dice"));
  if (title === undefined || id.includes("ten-sided")) return { title: plain, about: sentence };
  return { title, about: capital(about) };
};

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
      return { id, group: "Whole encounters", ...announced(id, opening(text)), name, text, texts: beside(text) };
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
