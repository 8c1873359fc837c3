// Each link of the site leads to a page and a place that are there, and nothing is fetched from elsewhere.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const site = process.argv[2];
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
const texts = new Map(pages.map((name) => [name, readFileSync(join(site, name), "utf8")]));
const places = new Map([...texts].map(([name, text]) => [name, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map((id) => id[1]))]));
const wrong = [];

// A link, or what a page brings in, as it is written there.
function look(page, target, brought) {
  const plain = target.replaceAll("&amp;", "&").replaceAll("&#38;", "&");
  if (/^[a-z]+:/.test(plain) || plain.startsWith("//")) {
    if (brought && !plain.startsWith("data:")) wrong.push(`${page}: \`${plain}\` is fetched from elsewhere`);
    return;
  }
  const [path, part] = plain.split("#");
  const file = path ? normalize(join(dirname(page), decodeURIComponent(path.split("?")[0]))) : page;
  if (file.startsWith("..") || !existsSync(join(site, file))) wrong.push(`${page}: \`${plain}\` leads nowhere`);
  else if (part && places.has(file) && !places.get(file).has(decodeURIComponent(part))) wrong.push(`${page}: \`${plain}\` has no such place`);
}

// mdBook's page for addresses that are not there has links from the root of the site.
const lost = "404.html";
for (const [page, text] of texts) {
  const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map((id) => id[1]);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length) wrong.push(`${page}: two places are called ${[...new Set(twice)].join(", ")}`);
  if (page === lost) continue;
  for (const [, tag, rest] of text.matchAll(/<(\w+)((?:\s[^<>]*)?)>/g)) {
    for (const [, name, target] of rest.matchAll(/\s(href|src|srcset)="([^"]*)"/g)) look(page, target, name !== "href" || tag === "link");
  }
  for (const [, target] of text.matchAll(/(?<![\w-])url\(["']?([^"')]+)/g)) look(page, target, true);
}
for (const name of readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".css"))) {
  const text = readFileSync(join(site, name), "utf8");
  for (const [, target] of text.matchAll(/(?:url\(|@import )["']?(https?:[^"')]+)/g)) wrong.push(`${name}: \`${target}\` is fetched from elsewhere`);
}
if (pages.length < 200) wrong.push(`the site has only ${pages.length} pages`);
if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log(`${pages.length} pages: all links lead somewhere`);
