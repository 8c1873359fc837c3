// A verdict as the engine writes it in HTML, taken over piece by piece: nothing but these elements and classes comes into the page.

const ELEMENTS: ReadonlySet<string> = new Set([
  "SECTION",
  "ARTICLE",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "P",
  "UL",
  "LI",
  "Q",
  "SMALL",
  "B",
  "STRONG",
  "EM",
  "I",
  "S",
  "DEL",
  "SPAN",
  "CODE",
]);
const CLASSES: ReadonlySet<string> = new Set([
  "step",
  "period",
  "result",
  "sum",
  "roll",
  "said",
  "plan",
  "stop",
  "note",
  "crossed",
  "change",
  "choice",
  "meaning",
]);
/** What is left out whole: `How it came about` is told as a tree. */
const LEFT_OUT: ReadonlySet<string> = new Set(["STYLE", "SCRIPT", "DETAILS", "H1", "TITLE"]);

const taken = (from: Node, into: Node): void => {
  for (const child of from.childNodes) {
    if (child instanceof Text) into.appendChild(document.createTextNode(child.data));
    if (!(child instanceof Element) || LEFT_OUT.has(child.tagName)) continue;
    if (!ELEMENTS.has(child.tagName)) {
      taken(child, into);
      continue;
    }
    const own = document.createElement(child.tagName);
    for (const name of child.classList) if (CLASSES.has(name)) own.classList.add(name);
    taken(child, own);
    into.appendChild(own);
  }
};

export const adopted = (html: string): DocumentFragment => {
  const fragment = document.createDocumentFragment();
  const { body } = new DOMParser().parseFromString(html, "text/html");
  taken(body.querySelector("main") ?? body, fragment);
  return fragment;
};
