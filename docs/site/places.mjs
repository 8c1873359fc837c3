// Where something that has a name is explained: the code of a mistake, the ID of a rule, a line of a shipped script.
import { escape, names, read, root } from "./files.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";

export const systems = names("scripts/systems", ".asz");
export const houses = names("scripts/house", ".asz");
export const encounters = names("scripts/encounters", ".asz");
const mistakes = new Set(names("docs/mistakes", ".md"));
const shipped = new Set([...systems, ...houses]);

// Which game the IDs with these letters belong to, and all IDs of each game.
const letters = {};
const rules = {};
for (const system of systems) {
  const page = read(`docs/src/rules/${system}.md`);
  rules[system] = new Set([...page.matchAll(/^\| ([A-Z]{2}-W?\d+|A\d+) \|/gm)].map((found) => found[1]));
  letters[page.match(/^\| ([A-Z]{2})-/m)[1]] = system;
}

// The way up from a page to where the book begins.
export const up = (path) => "../".repeat(path.split("/").length - 1);

export const mistake = (code) => (mistakes.has(code) ? `mistakes/${code}` : null);

// `of` is the game that a page is about: its readings have no letters of their own.
export function rule(id, of) {
  const system = id.includes("-") ? letters[id.slice(0, 2)] : of;
  return system && rules[system].has(id) ? `rules/${system}` : null;
}

export const listing = (name) => (shipped.has(name) ? `scripts/${name}` : null);

const link = (from, page, part, text) => `<a href="${up(from)}${page}.html${part && "#" + part.toLowerCase()}">${text}</a>`;

// A line of output, with links to what it names. `ttomp:264 TT-060` is a line of a script and the rule that it holds.
export function linked(line, from) {
  const held = escape(line).replace(/\b([a-z\d-]+):(\d+)((?: (?:[A-Z]{2}-\d{3}|A\d+)\b)*)/g, (all, name, number, ids) => {
    const page = listing(name);
    if (!page) return all;
    const leads = ids.replace(/[A-Z]{2}-\d{3}|A\d+/g, (id) => (rule(id, name) ? link(from, rule(id, name), id, id) : id));
    return link(from, page, `l${number}`, `${name}:${number}`) + leads;
  });
  return held.replace(/\bAZ\d{3}\b/g, (code) => (mistake(code) ? link(from, mistake(code), "", code) : code));
}

// IDs in a comment of a script of this game.
export const commented = (html, from, system) =>
  html.replace(/\b(?:[A-Z]{2}-W?\d+|A\d+)\b/g, (id) => (rule(id, system) ? link(from, rule(id, system), id, id) : id));

// Markdown outside of blocks: codes and IDs become links, and links that leave the book lead to its own pages of the same files.
export function prose(line, from, of) {
  const to = (page, part, text) => `[${text}](${up(from)}${page}.md${part && "#" + part.toLowerCase()})`;
  // A link that began on the line before ends here.
  const named = (text) =>
    text
      .replace(/\]\(([^)]*)\)/g, (_, target) => `](${turned(target, from)})`)
      .replace(/\bAZ\d{3}\b/g, (code) => (mistake(code) ? to(mistake(code), "", code) : code))
      .replace(/\b[A-Z]{2}-W?\d{2,3}\b/g, (id) => (rule(id, of) ? to(rule(id, of), id, id) : id));
  const parts = line.split(/(`[^`]*`|\[(?:[^\]`]|`[^`]*`)*\]\([^)]*\))/);
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return line.startsWith("#") ? part : named(part);
      if (part.startsWith("[")) return part.replace(/\]\(([^)]*)\)$/, (_, target) => `](${turned(target, from)})`);
      const alone = part.slice(1, -1);
      return /^AZ\d{3}$/.test(alone) && mistake(alone) ? to(mistake(alone), "", part) : part;
    })
    .join("");
}

// A link as it is on the site.
function turned(target, from) {
  const script = target.match(/^(?:\.\.\/)*scripts\/(?:systems|house|encounters)\/([\w-]+)\.asz$/);
  if (script) return `${up(from)}scripts/${script[1]}.md`;
  const sheet = target.match(/^(?:\.\.\/)*cheat\/(\w+)\.md$/);
  if (sheet) return `${up(from)}cheat/${sheet[1] === "README" ? "index" : sheet[1]}.md`;
  const page = target.match(/^(?:\.\.\/)*(?:docs\/)?src\/(.*)$/);
  return page && existsSync(join(root, "docs/src", page[1].split("#")[0])) ? up(from) + page[1] : target;
}

// A row of a key page: its ID can be led to, and the lines that it names can be opened.
export function row(line, from, system) {
  const id = line.match(/^\| ([A-Z]{2}-W?\d+|A\d+) \|/);
  if (!id) return null;
  const begin = `| <span id="${id[1].toLowerCase()}">${id[1]}</span> `;
  const cells = prose(line.slice(id[0].length - 1), from, system);
  return begin + cells.replace(/\b([a-z][a-z\d-]*):(\d+(?:, \d+)*)(?=[^|]*\|$)/g, (all, name, numbers) => {
    const page = listing(name);
    if (!page) return all;
    const leads = numbers.split(", ").map((number, at) => `[${at ? "" : name + ":"}${number}](${up(from)}${page}.md#l${number})`);
    return leads.join(", ");
  });
}
