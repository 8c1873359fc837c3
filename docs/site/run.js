// Runs a script of the book below itself. The library in WebAssembly is loaded when somebody first asks for it; nothing leaves the browser.

let loading;
// A package that could not be loaded is tried again the next time.
const library = (root) => {
  loading ??= import(new URL(`${root}assize/index.js`, location.href).href).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const nameOf = (figure) => figure.querySelector(".file")?.textContent ?? "scene.asz";
const textOf = (figure) => figure.querySelector("textarea")?.value ?? figure.querySelector("pre code").textContent;

// The files that the page has shown so far: a later block may use them.
function before(figure) {
  const texts = {};
  for (const other of document.querySelectorAll("figure.block:has(.file)")) {
    if (other === figure || other.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_PRECEDING) break;
    texts[nameOf(other)] = textOf(other);
    texts[nameOf(other).replace(/\.asz$/, "")] = textOf(other);
  }
  return texts;
}

const made = (tag, properties = {}, ...inner) => {
  const one = Object.assign(document.createElement(tag), properties);
  one.append(...inner);
  return one;
};

// Words of the program, with links from codes to their pages.
function printed(text, root) {
  const pieces = text.split(/\b(AZ\d{3})\b/).map((piece, at) =>
    at % 2 ? made("a", { href: `${root}mistakes/${piece}.html`, textContent: piece }) : piece,
  );
  return made("pre", { tabIndex: 0 }, ...pieces);
}

// Only results that people ask for first: those of the last question's name, with a bar for each level.
function bars({ chances }) {
  const levels = new Map();
  for (const { question, percent, value } of chances) {
    const found = question.match(/^P\((.+) is (.+)\)$/);
    if (!found || percent === undefined || value === null || value === "0") continue;
    levels.set(found[1], [...(levels.get(found[1]) ?? []), { level: found[2], percent }]);
  }
  const told = [...levels].filter(([, rows]) => rows.length > 1 && rows.length < 12);
  return told.slice(-3).reverse().map(([name, rows]) => {
    const body = rows.map(({ level, percent }) => {
      const bar = made("span", { className: "chance" });
      bar.style.setProperty("--share", percent.replace(/^[<>~]/, ""));
      return made("tr", {}, made("th", { scope: "row", textContent: level }), made("td", { textContent: percent }), made("td", { ariaHidden: "true" }, bar));
    });
    return made("table", { className: "odds" }, made("caption", { textContent: name }), made("tbody", {}, ...body));
  });
}

// What came of it, in words; its odds follow when they are known.
async function answered(figure, root, told) {
  const { Engine } = await library(root);
  const engine = new Engine({ texts: before(figure), limits: "untrusted" });
  const text = textOf(figure);
  const encounter = await engine.compile(text, { name: nameOf(figure) });
  const tested = encounter.test();
  if (/^\s*(?:#.*\n\s*)*(?:system|house)\b/.test(text)) {
    told(printed(tested.of ? tested.text : "This is right. A scene can use it.", root));
    return;
  }
  // A short seed can be typed after `--seed`, to have the same dice at home.
  const parts = [printed(encounter.adjudicate({ seed: Math.floor(Math.random() * 10_000) }).text(), root)];
  if (tested.of) parts.push(made("p", { textContent: `${tested.passed} of ${tested.of} expectations hold.` }));
  if (tested.passed < tested.of) parts.push(printed(tested.text, root));
  const waiting = made("p", { textContent: "Working out the odds …" });
  told(...parts, waiting);
  try {
    const odds = await encounter.odds([], { keep: true, signal: AbortSignal.timeout(5000) });
    const tables = bars(odds);
    waiting.replaceWith(...(tables.length ? tables : [made("p", { textContent: "Nothing here depends on dice, or too much to say it in short." })]));
  } catch {
    waiting.textContent = "The odds of this take too long here; the program itself can work them out.";
  }
}

export async function run(figure, root) {
  const place = figure.querySelector("output");
  const told = (...parts) => place.replaceChildren(...parts);
  told(made("p", { textContent: loading ? "…" : "Loading …" }));
  try {
    await answered(figure, root, told);
  } catch (error) {
    told(printed(error.text ?? `It could not be loaded: ${error.message}`, root));
  }
}

// The script as a field to write in, as high as its lines.
export function change(figure, button) {
  const field = made("textarea", { value: textOf(figure).replace(/\n$/, ""), spellcheck: false, ariaLabel: `the script ${nameOf(figure)}` });
  const grow = () => { field.rows = field.value.split("\n").length + 1; };
  field.addEventListener("input", grow);
  grow();
  const pre = figure.querySelector("pre");
  pre.hidden = true;
  pre.after(field);
  field.focus();
  button.textContent = "Put it back";
  return () => {
    field.remove();
    pre.hidden = false;
    figure.querySelector("output").replaceChildren();
    button.textContent = "Change it";
  };
}
