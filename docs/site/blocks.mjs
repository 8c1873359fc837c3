// Blocks of code as they look on the site: scripts and consoles are told apart, names of files are shown, and everything is coloured while
// the site is made.
import { createRequire } from "node:module";
import { join } from "node:path";
import { escape, root } from "./files.mjs";
import { commented, linked } from "./places.mjs";

// Where `docs/build` has put what it needs.
const modules = createRequire(join(process.env.ASSIZE_BOOK_MODULES ?? join(root, "target/tools/book"), "package.json"));
const hljs = modules("highlight.js");
const assize = createRequire(import.meta.url)("../highlight/assize.js");
hljs.registerLanguage("assize", assize);

// What a block is marked with, and the language in which it is coloured.
const languages = {
  asz: "assize", assize: "assize", rhai: "rust", rust: "rust", json: "json", python: "python", toml: "ini", sh: "bash", lua: "lua",
  js: "javascript", javascript: "javascript", ts: "typescript", html: "xml", gdscript: "python",
};

export const coloured = (text, language) =>
  languages[language] ? hljs.highlight(text, { language: languages[language] }).value : escape(text);

// What stands above a block, besides the name of its file.
function remark(marks) {
  if (marks.includes("refused") || marks.includes("wrong")) return "this is refused";
  if (marks.includes("fragment")) return "a part of a script";
  if (marks[0] === "rhai") return "Rhai";
  return "";
}

// What is printed is scrolled in its place if it has more lines.
const LONG = 60;

function framed(kind, marks, body, data = "") {
  const file = (marks.find((mark) => mark.startsWith("file=")) ?? "").slice(5);
  const said = [file && `<span class="file">${escape(file)}</span>`, remark(marks) && `<span class="remark">${remark(marks)}</span>`];
  const caption = said.filter(Boolean).join(" ");
  const long = body.split("\n").length > LONG && kind !== "script" ? " long" : "";
  return `<figure class="block ${kind}${long}"${data}>${caption && `<figcaption>${caption}</figcaption>`}${body}</figure>`;
}

// A console shows what is typed apart from what is answered.
function consoled(text, from) {
  const lines = text.replace(/\n$/, "").split("\n").map((line) => {
    if (!line.startsWith("$ ")) return linked(line, from);
    return `<span class="prompt" aria-hidden="true">$ </span><kbd>${escape(line.slice(2))}</kbd>`;
  });
  return `<pre tabindex="0"><code class="nohighlight">${lines.join("\n")}\n</code></pre>`;
}

// One block with its marks, `asz,file=wall.asz`, on the page at this path.
export function block(marks, text, from) {
  const [language] = marks;
  if (language === "console") return framed("console", marks, consoled(text, from));
  const html = coloured(text, language);
  const body = `<pre tabindex="0"><code class="nohighlight">${html}</code></pre>`;
  if (language !== "asz" && language !== "assize") return framed(language ? "other" : "plain", marks, body);
  const runs = process.env.ASSIZE_BOOK_RUNS && language === "asz" && !marks.includes("fragment");
  return framed("script", marks, body, runs ? ' data-run="yes"' : "");
}

// A whole script, with a number for each line, to which verdicts and keys lead.
export function listing(text, from, system) {
  const lines = coloured(text.replace(/\n$/, ""), "asz").split("\n").map((line, at) => {
    const told = line.replace(/(<span class="hljs-comment">)(.*?)(<\/span>)/, (_, open, comment, close) => open + commented(comment, from, system) + close);
    return `<span class="line" id="l${at + 1}"><a class="number" href="#l${at + 1}" aria-label="line ${at + 1}" data-number="${at + 1}"></a>${told}\n</span>`;
  });
  return `<figure class="block listing"><pre tabindex="0"><code class="nohighlight">${lines.join("")}</code></pre></figure>`;
}
