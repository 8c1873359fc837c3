// A preprocessor of mdBook: it takes the book as JSON and gives it back as the site has it. `docs/build` calls it through `book.toml`.
import { readFileSync } from "node:fs";
import { read } from "./files.mjs";
import { block } from "./blocks.mjs";
import { index, mistakes, scripts, sheets } from "./chapters.mjs";
import { prose, row, systems } from "./places.mjs";
import { placed, terms } from "./terms.mjs";

// A picture is drawn into its page, so that it has the page's colours, light or dark.
function pictured(line) {
  const found = line.match(/^!\[([^\]]*)\]\(((?:\.\.\/)*)pictures\/([\w-]+\.svg)\)$/);
  if (!found) return null;
  const [, alt, , name] = found;
  const drawn = read(`docs/src/pictures/${name}`).replace(/<\?xml[^>]*\?>\s*/, "").replace(/<style>[^]*?<\/style>\s*/, "").replace(/\n\s*/g, "");
  const label = alt.replace(/"/g, "&quot;");
  const width = Number(drawn.match(/ width="(\d+)"/)?.[1]);
  return `<figure class="picture${width < 480 ? " narrow" : ""}" tabindex="0">${drawn.replace("<svg ", `<svg role="img" aria-label="${label}" `)}</figure>`;
}

// Blocks in HTML without an empty line, at which Markdown would end them.
const flat = (content) => content.replace(/<figure[^]*<\/figure>/, (block) => block.replaceAll("\n", "&#10;"));

// Below the title of a guide, where to go on about its game.
function guided(content, path) {
  const guide = path.match(/^guide-(\w+)\.md$/);
  if (!guide) return content;
  const [system] = guide.slice(1);
  return content.replace("\n", `\n\n[Cheat sheet](cheat/${system}.md), [rules](rules/${system}.md), [script](scripts/${system}.md)\n`);
}

// The text of a page as the site shows it.
function shown(content, path) {
  const rules = path.match(/^(?:rules|cheat)\/(\w+)\.md$/) ?? path.match(/^guide-(\w+)\.md$/);
  const system = rules && systems.includes(rules[1]) ? rules[1] : undefined;
  const lines = [];
  let marks = null;
  let text = "";
  for (const line of content.split("\n")) {
    const fence = line.match(/^```(.*)$/);
    if (fence && marks === null) {
      marks = fence[1].split(/[\s,]+/).map((mark) => mark.trim());
      text = "";
    } else if (fence) {
      lines.push("", block(marks, text, path).replaceAll("\n", "&#10;"), "");
      marks = null;
    } else if (marks !== null) {
      text += `${line}\n`;
    } else if (line.startsWith("<")) {
      lines.push(line.replaceAll("\n", "&#10;"));
    } else {
      lines.push(pictured(line) ?? (path.startsWith("rules/") ? row(line, path, system) : null) ?? prose(line, path, system));
    }
  }
  return lines.join("\n");
}

// Each chapter of a list, with those inside it.
function* all(items) {
  for (const { Chapter: chapter } of items) {
    if (!chapter) continue;
    yield chapter;
    yield* all(chapter.sub_items);
  }
}

// mdBook puts chapters inside others by their numbers, which the site does not show.
function number(items, before) {
  items.filter((item) => item.Chapter && (before.length || item.Chapter.number)).forEach(({ Chapter: chapter }, at) => {
    chapter.number = [...before, at + 1];
    number(chapter.sub_items, chapter.number);
  });
}

function prepare(book) {
  const chapters = [...all(book.items)];
  const before = (part, ...added) => {
    const at = book.items.findIndex((item) => item.PartTitle === part);
    if (at < 0) throw new Error(`the summary has no part "${part}"`);
    book.items.splice(at, 0, ...added);
  };
  chapters.find((chapter) => chapter.path === "mistakes.md").sub_items = mistakes(["Mistakes"]);
  before("If you come from another tool", sheets());
  before("For programmers", index(terms(chapters)), ...scripts());
  const glossary = chapters.find((chapter) => chapter.path === "glossary.md");
  glossary.content = placed(glossary.content);
  for (const chapter of all(book.items)) {
    if (!chapter.path) continue;
    const listed = chapter.path.startsWith("scripts/") && chapter.sub_items.length === 0;
    chapter.content = listed ? flat(chapter.content) : shown(guided(chapter.content, chapter.path), chapter.path);
  }
  number(book.items, []);
  return book;
}

if (process.argv[2] === "supports") process.exit(process.argv[3] === "html" ? 0 : 1);
const [, book] = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(prepare(book)));
