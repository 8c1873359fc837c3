// The page: one scene, what is known of it, and everything that shows it.

import { undo } from "@codemirror/commands";
import type { Stretch } from "assize";
import { copy, offline, recall, remember, share, themes, toast } from "./chrome.js";
import type { Desk } from "./desk.js";
import { at, button, el, settled } from "./dom.js";
import { Editor } from "./editor/editor.js";
import { toldOf } from "./editor/help.js";
import { Stopped } from "./engine/failure.js";
import { Helper } from "./engine/helper.js";
import type { Reading } from "./engine/messages.js";
import { AdvicePanel } from "./panels/advice.js";
import { offerExamples, offerNew, offerShare } from "./panels/dialogs.js";
import { HousesPanel } from "./panels/houses.js";
import { ResultPanel } from "./panels/result.js";
import { SessionPanel } from "./panels/session.js";
import { asShown } from "./panels/verdict.js";
import { problems, stillReading, unread } from "./problems.js";
import { packed, unpacked } from "./state/address.js";
import { type Example, examples, first } from "./state/examples.js";
import { opened, sceneOf, scriptOf, type State } from "./state/state.js";
import { Tabs } from "./tabs.js";
import { Veil } from "./veil.js";

const NOTHING: Reading = { findings: [], marks: [], asides: [] };
/** After so many milliseconds it is said that a scene is still being read. */
const SLOW = 1500;
/** Where the scene of one's own that was left last is kept in the browser. */
const LEFT = "assize.left";

/** What is shown is of an older text, and why; it is seen that it is. */
const behind = (why: "mistake" | "reading" | "unread" | null): void => {
  if (why === null) delete document.documentElement.dataset["behind"];
  else document.documentElement.dataset["behind"] = why;
};

class Page implements Desk {
  readonly helper: Helper;
  readonly other: Helper;
  readonly table: Helper;
  readonly editor: Editor;
  readonly #result: ResultPanel;
  readonly #tabs: Tabs;
  readonly #veil = new Veil();
  #state: State = opened(first);
  /** Which of the files is in the editor. */
  #open = 0;
  /** How often something was read; only the newest counts. */
  #reading = 0;
  /** Writes the state into the address, once nothing has changed for a while. */
  readonly #note = settled(() => void this.#address(), 400);
  readonly #readSoon = settled(() => void this.#read(), 60);
  readonly #look = settled(() => void this.#word(), 150);

  constructor(core: Promise<WebAssembly.Module>, thread: Worker) {
    this.helper = new Helper(core, thread);
    this.other = new Helper(core);
    this.table = new Helper(core);
    this.editor = new Editor(at("#editor", HTMLElement), {
      changed: (text) => this.#wrote(text),
      moved: this.#look,
      complete: (place) => this.helper.call("complete", [this.#script(), place]),
      hover: (place) => this.helper.call("hover", [this.#script(), place]),
    });
    this.#result = new ResultPanel(this);
    const houses = new HousesPanel(this, (text) => this.#write(text));
    this.#tabs = new Tabs(at("#tabs", HTMLElement), at("#panels", HTMLElement), [
      this.#result,
      new AdvicePanel(this),
      houses,
      new SessionPanel(this),
    ]);
    this.#press();
  }

  get state(): State {
    return this.#state;
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#note();
    this.#files();
    if (change.files) void this.#read();
    else this.#tabs.refresh();
  }

  move({ from, to }: Stretch, expected: string, insert: string): boolean {
    const text = this.#state.files[0]?.[1] ?? "";
    if (text.slice(from, to) !== expected) return false;
    if (this.#open === 0) this.editor.change(from, to, insert, "input.move");
    else this.#write(text.slice(0, from) + insert + text.slice(to));
    return true;
  }

  say(text: string, part: string): void {
    const said = at("#said", HTMLElement);
    const before = said.querySelector(`[data-part="${part}"]`);
    if (before?.textContent === `${text}. `) return;
    // What is added is told; what is changed might be told in part.
    before?.remove();
    said.append(el("span", { "data-part": part }, `${text}. `));
  }

  glance(text: string): void {
    const glance = at("#glance", HTMLElement);
    glance.hidden = text === "";
    glance.replaceChildren(el("span", {}, text), el("span", { "aria-hidden": "true" }, "↓"));
  }

  reveal(file: string, line: number): void {
    const found = this.#state.files.findIndex(([name]) => name === file);
    if (found !== this.#open) this.#show(Math.max(0, found));
    const { doc } = this.editor.view.state;
    const place = doc.line(Math.min(line, doc.lines));
    this.editor.reveal(place.from, place.to);
  }

  /** Opens what the address holds, or the first example. */
  async open(): Promise<void> {
    const hash = location.hash.slice(1);
    const [, id] = /^example=([\w-]+)$/.exec(hash) ?? [];
    if (id !== undefined) {
      const example = (await examples()).find((one) => one.id === id);
      if (example) return this.#example(example);
    } else if (hash !== "") {
      try {
        return this.#begin(await unpacked(hash));
      } catch (error) {
        toast(`This address cannot be read: ${(error as Error).message}.`);
      }
    }
    this.#example(first);
  }

  #script() {
    return scriptOf(this.#state, this.#open);
  }

  async #address(): Promise<void> {
    history.replaceState(null, "", `#${await packed(this.#state)}`);
  }

  #wrote(text: string): void {
    const files = this.#state.files.map((file, other) => (other === this.#open ? ([file[0], text] as const) : file));
    this.#state = { ...this.#state, files, example: null };
    this.#note();
    this.#readSoon();
  }

  /** Writes the scene, also while another file is in the editor. */
  #write(text: string): void {
    if (this.#open === 0) this.editor.replace(text);
    else this.set({ example: null, files: this.#state.files.map((file, other) => (other === 0 ? ([file[0], text] as const) : file)) });
  }

  /** Reads the text in hand, and has everything else refreshed if it is right. */
  async #read(isAgain = false): Promise<void> {
    const mine = (this.#reading += 1);
    const script = this.#script();
    const told = at("#problems", HTMLElement);
    // What is quick is not announced.
    const slow = setTimeout(() => {
      if (mine !== this.#reading) return;
      behind("reading");
      told.replaceChildren(stillReading(() => this.helper.end(true)));
    }, SLOW);
    try {
      // Functions in Rhai are read where they are used.
      const reading = script.name.endsWith(".rhai") ? NOTHING : await this.helper.call("read", [script]);
      if (mine !== this.#reading) return;
      this.editor.show(script.text, reading);
      told.replaceChildren(...problems(this.editor, reading.findings, (place) => this.helper.call("complete", [script, place]).catch(() => [])));
      // What was known before stays, and is seen to be of before.
      const isWrong = reading.findings.some(({ severity }) => severity === "error");
      behind(isWrong ? "mistake" : null);
      if (!isWrong) this.#tabs.refresh();
    } catch (error) {
      if (mine !== this.#reading) return;
      // A machine that is busy with something else may only need more time.
      if (error instanceof Stopped && !error.byHand && !isAgain) return this.#read(true);
      behind("unread");
      told.replaceChildren(unread(error as Error, () => void this.#read()));
    } finally {
      clearTimeout(slow);
    }
  }

  /** Tells what the word at the cursor means. */
  async #word(): Promise<void> {
    const hover = await this.helper.call("hover", [this.#script(), this.editor.view.state.selection.main.head]).catch(() => null);
    at("#word", HTMLElement).replaceChildren(...(hover ? [toldOf(hover)] : []));
  }

  #show(file: number): void {
    this.#open = file;
    this.editor.open(this.#state.files[file]?.[1] ?? "");
    at("#word", HTMLElement).replaceChildren();
    this.#files();
    void this.#read();
  }

  /** A button for each file, if there are several, and who may see them. */
  #files(): void {
    this.#veil.show(this.#state.whom);
    const list = at("#files", HTMLElement);
    list.hidden = this.#state.files.length < 2;
    const names = this.#state.files.map(([name], other) =>
      button(name, () => this.#show(other), { "aria-pressed": String(other === this.#open) }),
    );
    const remove = button("Remove", () => this.#remove(), { class: "quiet", "aria-label": "Remove this file" });
    list.replaceChildren(...names, ...(this.#open > 0 ? [remove] : []));
  }

  #remove(): void {
    const { files } = this.#state;
    const before = this.#open;
    this.#state = { ...this.#state, files: files.filter((_, other) => other !== before), example: null };
    this.#note();
    this.#show(0);
    const back = (): void => {
      this.#state = { ...this.#state, files };
      this.#show(before);
    };
    toast("The file is removed.", { label: "Put it back", press: back });
  }

  /** Copies the address; for players, only if that is meant. */
  async #share(): Promise<void> {
    await this.#address();
    if (this.#state.whom === "gm") return share();
    const verdict = (): void =>
      void this.helper.call("run", [sceneOf(this.#state), asShown(this.#state)]).then(
        ({ text }) => copy(text),
        () => toast("Fix the mistakes first; then there is a verdict to copy."),
      );
    offerShare(() => void share(), verdict);
  }

  #begin(next: State): void {
    const before = this.#state;
    const hadWork = before.example === null && before.files[0]?.[1].trim() !== "";
    this.#state = next;
    at("#title", HTMLElement).textContent = next.title;
    this.#result.begin();
    this.#note();
    this.#show(0);
    if (hadWork) void packed(before).then((text) => remember(LEFT, text));
    if (hadWork) toast("Another scene is open.", { label: "Back to mine", press: () => this.#begin(before) });
  }

  /** Opens the scene of one's own that was left last, if there is one. */
  #own(): (() => void) | undefined {
    const kept = recall(LEFT);
    if (kept === null) return undefined;
    return () =>
      void unpacked(kept).then(
        (state) => this.#begin(state),
        () => toast("It cannot be read any more."),
      );
  }

  #example(example: Example): void {
    this.#begin(opened(example));
  }

  #press(): void {
    const press = (id: string, work: () => unknown): void => at(id, HTMLElement).addEventListener("click", () => void work());
    press("#open-examples", () => offerExamples((example) => this.#example(example), this.#own()));
    press("#open-new", () =>
      offerNew((name, text) => {
        this.#begin({ ...opened(first), files: [[name, text]], title: "Your scene", example: null });
        this.editor.view.focus();
      }),
    );
    press("#share", () => this.#share());
    press("#undo", () => undo(this.editor.view));
    press("#add", () => this.editor.add());
    press("#format", () =>
      this.helper.call("format", [this.#script()]).then(
        (text) => this.editor.replace(text),
        () => toast("Fix the mistakes first; then it can be tidied."),
      ),
    );
    // The part of the address behind `#` holds the scene, so these go to the results by themselves.
    for (const link of [at("#glance", HTMLElement), at(".skip", HTMLElement)]) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        at("#results", HTMLElement).focus();
        at("#results", HTMLElement).scrollIntoView();
      });
    }
    addEventListener("hashchange", () => void this.open());
    themes(at("#theme", HTMLButtonElement));
  }
}

/** Begins the page, with the engine that is on its way. */
export const begin = (core: Promise<WebAssembly.Module>, thread: Worker): void => {
  void new Page(core, thread).open();
  offline();
};
