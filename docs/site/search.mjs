// Makes the list of words for the search smaller: a reader loads all of it for the first word. mdBook lists every word of a page twice, the second
// time below the way to the page, weighs it to sixteen digits, says of each letter on the way to a word that no page ends there, and keeps all of
// each page to quote a line from.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The most that it may be, in bytes. */
const MOST = 1_500_000;
/** How much of a part of a page a line may be quoted from, in letters. */
const QUOTED = 700;
const site = process.argv[2];
const [name, ...others] = readdirSync(site).filter((name) => /^searchindex.*\.js$/.test(name));
if (name === undefined || others.length > 0) throw new Error(`one list of words is expected, not ${[name, ...others].join(", ")}`);
const path = join(site, name);
const window = { search: {} };
new Function("window", readFileSync(path, "utf8"))(window);
const { search } = window;

// Titles are listed by themselves, and what stands in the way to a page are titles. A word counted in the second list by how short that way is,
// so that a long part of a page is no worse than a short one.
for (const lengths of Object.values(search.index.documentStore.docInfo)) lengths.body = lengths.breadcrumbs;
delete search.index.index.breadcrumbs;
search.index.fields = search.index.fields.filter((field) => field !== "breadcrumbs");
delete search.search_options.fields.breadcrumbs;
for (const page of Object.values(search.index.documentStore.docs)) page.body = page.body.slice(0, QUOTED);
const rounded = (key, value) => {
  if (key === "tf") return Math.round(value * 10) / 10;
  if (value?.df !== 0) return value;
  const { df, docs, ...letters } = value;
  return letters;
};
const short = JSON.stringify(search, rounded);
const quoted = short.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
const text = `window.search = Object.assign(window.search, JSON.parse('${quoted}'));`;
writeFileSync(path, text);
console.log(`words for the search: ${(Buffer.byteLength(text) / 1e6).toFixed(2)} MB`);
if (Buffer.byteLength(text) > MOST) {
  console.error(`that is more than ${MOST / 1e6} MB`);
  process.exit(1);
}
