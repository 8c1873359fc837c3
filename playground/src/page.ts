// The page: one scene, what is known of it, and everything that shows it.

import { redo, undo } from "@codemirror/commands";
import { startCompletion } from "@codemirror/autocomplete";
import { offline, share, themes, toast } from "./chrome.js";
import { at, button, el, settled } from "./dom.js";
import { Editor } from "./editor/editor.js";
import { toldOf } from "./editor/help.js";
import { Refused, Stopped } from "./engine/failure.js";
import { Helper } from "./engine/helper.js";
import type { Ready } from "./engine/messages.js";
import { AdvicePanel } from "./panels/advice.js";
import { offerExamples, offerNew } from "./panels/dialogs.js";
import { HousesPanel } from "./panels/houses.js";
import { ResultPanel } from "./panels/result.js";
import { SessionPanel } from "./panels/session.js";
import { problems } from "./problems.js";
import { packed, unpacked } from "./state/address.js";
import { type Example, examples, first } from "./state/examples.js";
import { opened, sceneOf, scriptOf, type State } from "./state/state.js";
import { Tabs } from "./tabs.js";
import type { Desk } from "./desk.js";

const core = WebAssembly.compileStreaming(fetch(new URL("core/assize_bg.wasm", import.meta.url)));
const helper = new Helper(core);
const table = new Helper(core);

let state: State = opened(first);
/** Which of the files is in the editor. */
let open = 0;
let ready: Ready | undefined;

const editor = new Editor(at("#editor", HTMLElement), {
  changed: (text) => wrote(text),
  moved: () => look(),
  complete: (place) => helper.call("complete", [scriptOf(state, open), place]),
  hover: (place) => helper.call("hover", [scriptOf(state, open), place]),
});

const desk: Desk = {
  helper, table, editor,
  get state() { return state; },
  get ready() { return ready; },
  set: (change) => set(change),
  say: (text) => { at("#said", HTMLElement).textContent = text; },
  glance: (text) => {
    const glance = at("#glance", HTMLElement);
    glance.hidden = text === "";
    glance.replaceChildren(el("span", {}, text), el("span", { "aria-hidden": "true" }, "↓"));
  },
  reveal: (file, line) => {
    show(Math.max(0, state.files.findIndex(([name]) => name === file)));
    const { doc } = editor.view.state;
    const place = doc.line(Math.min(line, doc.lines));
    editor.reveal(place.from, place.to);
  },
};

const result = new ResultPanel(desk);
const writeScene = (text: string): void => {
  if (open === 0) editor.replace(text);
  else set({ files: state.files.map((file, other) => (other === 0 ? [file[0], text] as const : file)) });
};
const tabs = new Tabs(at("#tabs", HTMLElement), at("#panels", HTMLElement), [result, new AdvicePanel(desk), new HousesPanel(desk, writeScene), new SessionPanel(desk)]);

/** Writes the state into the address, once nothing has changed for a while. */
const note = settled(async () => history.replaceState(null, "", `#${await packed(state)}`), 400);
const readSoon = settled(() => void read(), 60);

const set = (change: Partial<State>): void => {
  state = { ...state, ...change };
  note();
  files();
  if (change.files) void read();
  else tabs.refresh();
};

const wrote = (text: string): void => {
  state = { ...state, example: null, files: state.files.map((file, other) => (other === open ? [file[0], text] as const : file)) };
  note();
  readSoon();
};

let reading = 0;
/** Reads the text in hand, and the scene if it is right. */
const read = async (): Promise<void> => {
  const mine = (reading += 1);
  const script = scriptOf(state, open);
  try {
    const told = await helper.call("read", [script]);
    if (mine !== reading) return;
    editor.show(script.text, told);
    at("#problems", HTMLElement).replaceChildren(...problems(editor, told.findings));
    ready = await helper.call("prepare", [sceneOf(state)]);
    if (mine !== reading) return;
    at("#panels", HTMLElement).classList.remove("is-behind");
    tabs.refresh();
  } catch (error) {
    if (mine === reading) failed(error);
  }
};

/** The scene is wrong: what was known before stays, and is seen to be of before. */
const failed = (error: unknown): void => {
  at("#panels", HTMLElement).classList.add("is-behind");
  if (error instanceof Refused) {
    // What is wrong in another file is not seen in this one.
    if (at("#problems", HTMLElement).childElementCount === 0) at("#problems", HTMLElement).replaceChildren(el("div", { class: "problem error" }, el("p", {}, error.object.message), error.object.data.help ? el("p", { class: "quiet" }, error.object.data.help) : null));
    return;
  }
  const words = error instanceof Stopped ? "Reading this took too long, and was stopped. Change something, and it is read again." : `The engine cannot be started: ${(error as Error).message}`;
  at("#problems", HTMLElement).replaceChildren(el("div", { class: "problem error" }, el("p", {}, words)));
};

/** Tells what the word at the cursor means. */
const look = settled(async () => {
  const place = editor.view.state.selection.main.head;
  const hover = await helper.call("hover", [scriptOf(state, open), place]).catch(() => null);
  at("#word", HTMLElement).replaceChildren(...(hover ? [toldOf(hover)] : []));
}, 150);

const show = (file: number): void => {
  open = file;
  editor.open(state.files[file]?.[1] ?? "");
  files();
  void read();
};

/** A tab for each file, if there are several. */
const files = (): void => {
  const list = at("#files", HTMLElement);
  list.hidden = state.files.length < 2;
  list.replaceChildren(...state.files.map(([name], other) => button(name, () => show(other), { role: "tab", "aria-selected": String(other === open) })));
};

const begin = (next: State, title: string): void => {
  const before = state;
  const hadWork = before.files[0]?.[1] !== "" && before.example === null;
  state = next;
  ready = undefined;
  at("#title", HTMLElement).textContent = title;
  result.begin();
  note();
  show(0);
  if (hadWork) toast("Another scene is open.", { label: "Back to mine", press: () => begin(before, "Your scene") });
};

const openExample = (example: Example): void => begin(opened(example), example.title);
const openNew = (name: string, text: string): void => begin({ ...opened(first), files: [[name, text]], example: null }, "Your scene");

/** What the address holds, or the first example. */
const fromAddress = async (): Promise<void> => {
  const hash = location.hash.slice(1);
  const [, id] = /^example=([\w-]+)$/.exec(hash) ?? [];
  if (id !== undefined) {
    const example = (await examples()).find((one) => one.id === id);
    if (example) return openExample(example);
  } else if (hash !== "") {
    try {
      return begin(await unpacked(hash), "Scene from an address");
    } catch (error) {
      toast(`This address cannot be read: ${(error as Error).message}.`);
    }
  }
  openExample(first);
};

at("#open-examples", HTMLButtonElement).addEventListener("click", () => void offerExamples(openExample));
at("#open-new", HTMLButtonElement).addEventListener("click", () => void offerNew(openNew));
at("#share", HTMLButtonElement).addEventListener("click", async () => {
  history.replaceState(null, "", `#${await packed(state)}`);
  await share();
});
at("#undo", HTMLButtonElement).addEventListener("click", (event) => (event.shiftKey ? redo : undo)(editor.view));
at("#add", HTMLButtonElement).addEventListener("click", () => {
  editor.view.focus();
  startCompletion(editor.view);
});
at("#format", HTMLButtonElement).addEventListener("click", () => {
  helper.call("format", [scriptOf(state, open)]).then((text) => editor.replace(text)).catch(() => toast("It can be laid out once its mistakes are mended."));
});
// The part of the address behind `#` holds the scene, so these go to the results by themselves.
for (const link of [at("#glance", HTMLElement), at(".skip", HTMLElement)]) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    at("#results", HTMLElement).focus();
    at("#results", HTMLElement).scrollIntoView();
  });
}
addEventListener("hashchange", () => void fromAddress());
themes(at("#theme", HTMLButtonElement));
offline();
void fromAddress();
