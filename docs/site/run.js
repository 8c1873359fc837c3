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

const share = (percent) => Number.parseFloat(percent.replace(/^[<>~]/, ""));

// A row for each value, with a bar; the longest is that of the likeliest.
function table(caption, rows) {
  const most = Math.max(...rows.map(({ percent }) => share(percent)));
  const body = rows.map(({ words, percent }) => {
    const bar = made("span", { className: "chance" });
    bar.style.setProperty("--share", `${(share(percent) / most) * 100}%`);
    return made("tr", {}, made("th", { scope: "row", textContent: words }), made("td", { textContent: percent }), made("td", { ariaHidden: "true" }, bar));
  });
  return made("table", {}, made("caption", { textContent: caption }), made("tbody", {}, ...body));
}

// The levels of the last few results, which say how it ends.
function levels(chances) {
  const found = new Map();
  for (const { question, percent, value } of chances) {
    const asked = question.match(/^P\((.+) is (.+)\)$/);
    if (!asked || percent === undefined || value === null || value === "0") continue;
    found.set(asked[1], [...(found.get(asked[1]) ?? []), { words: asked[2], percent }]);
  }
  const told = [...found].filter(([, rows]) => rows.length > 1 && rows.length < 12);
  return told.slice(-3).reverse().map(([name, rows]) => table(name, rows));
}

// The answer to one question.
function answer({ question, value, percent, decimal, distribution, holds }) {
  if (distribution) return table(`${question}: mean ${decimal ?? value}`, distribution.values.map(({ text, percent }) => ({ words: text, percent })));
  if (holds !== undefined) return made("p", { textContent: `${question}: ${holds ? "yes" : "no"}` });
  return made("p", { textContent: value === null ? `${question}: never reached` : `${question} = ${value} (${percent ?? decimal})` });
}

// A field for questions of one's own about the odds of a script that has run.
function asking(figure, root) {
  const field = made("input", { type: "text", placeholder: "2d6 >= 9", spellcheck: false, autocapitalize: "off", ariaLabel: "a question about the odds" });
  const place = made("div", { ariaLive: "polite" });
  const form = made("form", { className: "ask" }, field, made("button", { textContent: "Ask for the odds" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    place.replaceChildren(made("p", { textContent: "…" }));
    try {
      const { encounter } = await compiled(figure, root);
      const { chances } = await encounter.odds([field.value], { keep: true, signal: AbortSignal.timeout(10000) });
      place.replaceChildren(...chances.map(answer));
    } catch (error) {
      place.replaceChildren(printed(error.text ?? "This takes too long here; the program itself can work it out.", root));
    }
  });
  return [form, place];
}

async function compiled(figure, root) {
  const { Engine } = await library(root);
  const engine = new Engine({ texts: before(figure), limits: "untrusted" });
  const text = textOf(figure);
  return { text, encounter: await engine.compile(text, { name: nameOf(figure) }) };
}

// What came of it, in words; its odds follow when they are known.
async function answered(figure, root, told) {
  const { text, encounter } = await compiled(figure, root);
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
  told(...parts, waiting, ...asking(figure, root));
  try {
    const { chances } = await encounter.odds([], { keep: true, signal: AbortSignal.timeout(5000) });
    waiting.replaceWith(...levels(chances));
  } catch {
    waiting.textContent = "All odds of this take too long here; ask for one.";
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
