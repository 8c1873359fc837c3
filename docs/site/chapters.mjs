// Pages that the book has besides those of `docs/src`: mistakes, scripts and cheat sheets.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { names, read, root } from "./files.mjs";
import { listing } from "./blocks.mjs";
import { encounters, houses, systems } from "./places.mjs";

const chapter = (name, path, content, parents, inner = []) => ({
  Chapter: { name, content, number: [0], sub_items: inner, path, source_path: null, parent_names: parents },
});

// The title of a system or a house rule.
const title = (text) => (text.match(/^(?:system|house)\b[^"\n]*"([^"]*)"/m) ?? [])[1];

const extended = (text) => (text.match(/^house\b[^"\n]*\bextends (\S+)/m) ?? [])[1];
const used = (text) => (text.match(/^use ([a-z\d]+)$/m) ?? [])[1];

// The first sentence of the comment at the top of a scene.
function above(text) {
  const lines = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("#")) break;
    lines.push(line.slice(1).trim());
  }
  return lines.join(" ").match(/^.*?[.](?= |$)/)?.[0] ?? "";
}

const links = (system) =>
  existsSync(join(root, `docs/src/guide-${system}.md`)) ? ` [The guide](../guide-${system}.md) explains the game, and [the key](../rules/${system}.md) its rules.` : "";

function script(name, folder, parents) {
  const text = read(`scripts/${folder}/${name}.asz`);
  const path = `scripts/${name}.md`;
  const game = { systems: name, house: extended(text), encounters: used(text) }[folder];
  const lead = {
    systems: `\`assize show ${name}\` prints this script.${links(name)}`,
    house: `A house rule. A scene brings it in with \`use house ${/^[a-z]+$/.test(name) ? name : `"${name}"`}\`, and \`assize show ${name}\` prints it.${links(game)}`,
    encounters: `An encounter that comes with the program, in \`scripts/encounters/${name}.asz\`.${links(game)}`,
  }[folder];
  const heading = `${title(text) ?? name}`;
  const shown = folder === "encounters" ? `\`${name}.asz\`` : heading;
  const content = `# ${shown}\n\n${lead}\n\n${listing(text, path, game)}\n`;
  return chapter(folder === "encounters" ? name.replaceAll("-", " ") : heading, path, content, parents);
}

function shelf(name, folder, list, lead, parents) {
  const path = `scripts/${folder}.md`;
  const inner = list.map((one) => script(one, folder, [...parents, name]));
  const rows = list.map((one, at) => {
    const text = read(`scripts/${folder}/${one}.asz`);
    return folder === "encounters"
      ? `- [${one.replaceAll("-", " ")}](${one}.md) (${used(text) ?? "several systems"}). ${above(text)}`
      : `- [${inner[at].Chapter.name}](${one}.md), \`${one}\`${extended(text) ? `, for ${extended(text)}` : ""}`;
  });
  return chapter(name, path, `# ${name}\n\n${lead}\n\n${rows.join("\n")}\n`, parents, inner);
}

// Everything that comes with the program as a text, to read.
export const scripts = () => [
  { PartTitle: "Scripts that come with the program" },
  shelf("The scripts of the systems", "systems", systems, "Each game is a text. Every line names the rule of the book that it holds; click a line's number to link to it.", []),
  shelf("House rules that come with it", "house", houses, "Each of these can be used in a scene of its game, and read as an example.", []),
  shelf("Encounters to read", "encounters", encounters, "Whole scenes with people, choices and tested odds. `assize run` and `assize odds` take any of them.", []),
];

export const mistakes = (parents) =>
  names("docs/mistakes", ".md").map((code) => {
    const content = read(`docs/mistakes/${code}.md`);
    const name = content.split("\n")[0].replace(/^# /, "").replaceAll("`", "");
    return chapter(name, `mistakes/${code}.md`, content, parents);
  });

// A page for each game, made by `tests/book`, below a list of them.
export function sheets() {
  const content = read("docs/cheat/README.md");
  const name = content.match(/^# (.*)$/m)[1];
  const inner = systems.map((system) => {
    const sheet = read(`docs/cheat/${system}.md`);
    return chapter(sheet.match(/^# (.*): cheat sheet$/m)[1], `cheat/${system}.md`, sheet, [name]);
  });
  return chapter(name, "cheat/index.md", content, [], inner);
}

export const index = (content) =>
  chapter("Index", "terms.md", `# Index\n\nWhere each word is explained. The word of a game leads to the guide of that game.\n${content}`, []);
