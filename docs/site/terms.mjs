// The index of the book: words of the glossary, of the games and of the command line, and the pages that explain them.
import { anchor, names, read } from "./files.mjs";
import { systems } from "./places.mjs";

// Where each line of a page is: below which heading.
function sections(chapter) {
  const found = [];
  let inside = false;
  let at = { title: chapter.name, part: "" };
  for (const line of chapter.content.split("\n")) {
    if (line.startsWith("```")) inside = !inside;
    const heading = !inside && line.match(/^##+ (.*)$/);
    if (heading) at = { title: heading[1].replace(/`/g, ""), part: anchor(heading[1]) };
    if (!inside) found.push({ ...at, line });
  }
  return found;
}

const place = (chapter, part, label) => `[${label}](${chapter.path}${part && `#${part}`})`;

// What the place of a word of the glossary is called.
const wordPlace = (word) => `word-${anchor(word)}`;

// The words of the glossary.
function glossary(chapter) {
  return sections(chapter).flatMap(({ line }) => {
    const cell = line.match(/^\| (\*\*.*?\*\*[^|]*)\|/);
    return cell ? [...cell[1].matchAll(/\*\*([^*]+)\*\*/g)].map(([, word]) => ({ word, where: place(chapter, wordPlace(word), "glossary") })) : [];
  });
}

// The text of the glossary with a place for each word, the first time that it is explained.
export function placed(content) {
  const known = new Set();
  return content.replace(/^\| \*\*[^|]*/gm, (cell) =>
    cell.replace(/\*\*([^*]+)\*\*/g, (bold, word) => {
      if (known.has(word)) return bold;
      known.add(word);
      return `<span id="${wordPlace(word)}">${bold}</span>`;
    }),
  );
}

// Pages to learn from come before pages to look things up in.
const taught = (chapter) => !/^(?:glossary|terms|mistakes|cheat|assurance|architecture|performance|rules\/|cookbook\/|guide-|one-scene|verdict-json|journal|serve)/.test(chapter.path);

// The pages on which a word of the glossary is explained: it stands in a heading, or nowhere as often.
function explained(word, chapters) {
  const whole = new RegExp(`(?<![\\w-])${word.replace(/[^\w ]/g, "\\$&")}s?(?![\\w-])`, "i");
  const counted = chapters.filter(taught).map((chapter) => {
    const here = sections(chapter);
    const headed = /^#/.test(chapter.content) && whole.test(chapter.name) ? { part: "", title: chapter.name } : here.find(({ title, part }) => part && whole.test(title));
    const times = here.filter(({ line }) => whole.test(line));
    return { chapter, headed, times };
  });
  const headed = counted.filter((found) => found.headed);
  if (headed.length) return headed.slice(0, 3).map((found) => place(found.chapter, found.headed.part, found.chapter.name));
  const most = counted.filter((found) => found.times.length > 1).sort((a, b) => b.times.length - a.times.length);
  return most.slice(0, 2).map((found) => place(found.chapter, found.times[0].part, found.chapter.name));
}

// The names that a game declares, from its cheat sheet.
const declared = (system) => new Set([...read(`docs/cheat/${system}.md`).matchAll(/<(?:code|b)>([^<]+)<\/(?:code|b)>/g)].map((name) => name[1]));

// The name with which a line of a scene begins: the longest that the game declares, or all of a level's.
function named(code, known) {
  const words = (code.match(/^[a-z]+(?: [a-z]+)*/) ?? [""])[0].split(" ");
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(" ");
    if (known.has(name)) return name;
  }
  return words.join(" ");
}

// The words that a guide explains in its tables: the blanks and fields of a game.
function played(system, chapter) {
  const known = declared(system);
  return sections(chapter).flatMap(({ part, title, line }) => {
    const cell = line.match(/^\| ((?:`[^`]+`(?:, |,? and |)?)+)/);
    if (!cell) return [];
    const words = [...cell[1].matchAll(/`([^`]+)`/g)].map((code) => named(code[1], known)).filter(Boolean);
    return words.map((word) => ({ word, where: place(chapter, part, part ? `${system}: ${title}` : system) }));
  });
}

// What can be done in a game, where its guide first speaks of it, or else on its cheat sheet.
function done(system, chapter) {
  const sheet = read(`docs/cheat/${system}.md`);
  const here = sections(chapter);
  return [...sheet.matchAll(/^<p><b>([^<]+)<\/b> NAME/gm)].map(([, word]) => {
    const first = here.find(({ line, part }) => part && (line.includes(`\`${word}`) || line.includes(`**${word}`)));
    const where = first ? place(chapter, first.part, `${system}: ${first.title}`) : `[${system}: cheat sheet](cheat/${system}.md)`;
    return { word, where };
  });
}

// The commands of the program, which have headings of their own.
function commands(chapter) {
  return sections(chapter).flatMap(({ line }) => {
    const heading = line.match(/^## (?:`assize )?`?([a-z]+)`?$/);
    return heading ? [{ word: `assize ${heading[1]}`, where: place(chapter, anchor(line.slice(3)), "the command line") }] : [];
  });
}

// The first and the last rule of each game, to begin from.
function ids() {
  return systems.map((system) => {
    const page = read(`docs/src/rules/${system}.md`);
    const found = [...page.matchAll(/^\| ([A-Z]{2}-\d+) \|/gm)].map((match) => match[1]);
    const [first, last] = [found[0], found.at(-1)];
    const title = page.split("\n")[0].replace(/^# (.*): a key to the rules$/, "$1");
    return `- **${first}** to **${last}**: [${title}](rules/${system}.md)`;
  });
}

// Words by their first letters.
function grouped(sorted) {
  const groups = new Map();
  for (const entry of sorted) {
    const letter = entry[0][0].toUpperCase();
    groups.set(letter, [...(groups.get(letter) ?? []), entry]);
  }
  return groups;
}

export function terms(chapters) {
  const at = (path) => chapters.find((chapter) => chapter.path === path);
  const words = glossary(at("glossary.md"));
  const found = [
    ...words.flatMap(({ word }) => explained(word, chapters).map((where) => ({ word, where }))),
    ...words,
    ...systems.flatMap((system) => [...played(system, at(`guide-${system}.md`)), ...done(system, at(`guide-${system}.md`))]),
    ...commands(at("command-line.md")),
  ];
  const index = new Map();
  for (const { word, where } of found) {
    if (!index.has(word)) index.set(word, new Set());
    index.get(word).add(where);
  }
  const sorted = [...index].sort(([a], [b]) => a.localeCompare(b, "en"));
  const groups = grouped(sorted);
  const letters = [...groups].map(([letter, entries]) => {
    const lines = entries.map(([word, places]) => `- **${word}**: ${[...places].join(", ")}`);
    return `## ${letter}\n\n${lines.join("\n")}`;
  });
  const jump = [...groups.keys()].map((letter) => `[${letter}](#${letter.toLowerCase()})`).join(" ");
  const codes = names("docs/mistakes", ".md");
  const mistakes = `- **${codes[0]}** to **${codes.at(-1)}**: [mistakes](mistakes.md)`;
  return `\n${jump}\n\n${letters.join("\n\n")}\n\n## Codes of mistakes and rules\n\n${mistakes}\n${ids().join("\n")}\n`;
}
