// A session: lines entered one after another, undone, and told. Its journal is kept in this browser.

import type { Entered } from "assize";
import { toast } from "../chrome.js";
import { button, el } from "../dom.js";
import type { Desk, Panel } from "../desk.js";
import { adopted } from "./adopt.js";
import { asked } from "./ask.js";
import { bars } from "./bars.js";
import { grouped } from "./chances.js";
import { refusal } from "./refusal.js";
import { statements } from "./statements.js";
import { Waiting } from "./waiting.js";

const KEPT = "assize.session";

interface Line {
  readonly number: number | null;
  readonly text: string;
  readonly html: string;
}

export class SessionPanel implements Panel {
  readonly id = "session";
  readonly title = "Session";
  readonly node = el("div");
  readonly #desk: Desk;
  readonly #log = el("ol", { class: "log", "aria-label": "What was entered" });
  readonly #asking = el("div");
  readonly #told = el("div");
  readonly #state = el("details", {}, el("summary", {}, "Current values"));
  readonly #line = el("textarea", { id: "line", rows: 2, spellcheck: "false", autocapitalize: "off" });
  readonly #waiting = new Waiting("Working out the odds");
  readonly #next = el("div", { class: "row" });
  #rows: string[] = [];
  #lines: Line[] = [];
  #isBegun = false;
  /** The statements of the scene that are still to come. */
  #queue: string[] = [];

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.table.onRow = (row) => this.#keep(row);
    // After a statement that took too long, the session goes on in a new thread, with its journal.
    desk.table.onNew = () => {
      this.#isBegun = false;
    };
    const form = el(
      "form",
      {
        class: "line-in",
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          void this.#enter(this.#line.value);
        },
      },
      el("label", { for: "line" }, "What happens next"),
      this.#line,
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "strong" }, "Enter"),
        button("Odds first", () => void this.#ahead()),
        button("Undo", () => void this.#step("undo"), { id: "session-undo" }),
        button("Redo", () => void this.#step("redo")),
        button("Why?", () => void this.#why(), { title: "What the last entry was made of" }),
        this.#waiting.node,
      ),
    );
    this.#line.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    this.node.append(
      el(
        "section",
        { class: "card" },
        el(
          "header",
          {},
          el("h2", {}, "A session, line by line"),
          el(
            "div",
            { class: "row" },
            button("Use the scene’s lines", () => void this.#take()),
            button("Save as text", () => void this.#save()),
            button("New session", () => void this.#anew(), { class: "quiet" }),
          ),
        ),
        this.#log,
        this.#asking,
        this.#next,
        form,
        this.#told,
        this.#state,
      ),
    );
  }

  refresh(): void {
    if (this.#isBegun) return;
    this.#rows = this.#kept();
    void this.#resume();
  }

  #kept(): string[] {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as { rows?: string[]; lines?: Line[] };
      this.#lines = kept.lines ?? [];
      return kept.rows ?? [];
    } catch {
      return [];
    }
  }

  #keep(row: string): void {
    this.#rows.push(row);
    this.#store();
  }

  #store(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ rows: this.#rows, lines: this.#lines }));
    } catch {
      // A browser that keeps nothing still plays the session.
    }
  }

  /** Begins a session, or goes on with the rows of one. */
  async #begin(): Promise<void> {
    const [, ...others] = this.#desk.state.files;
    await this.#desk.table.call("begin", [[...this.#rows], Object.fromEntries(others)]);
    this.#isBegun = true;
    await this.#show();
  }

  /** The same where nobody has asked for anything yet. A session that cannot be gone on with is kept: giving it up is for people to say. */
  async #resume(): Promise<void> {
    this.#isBegun = false;
    try {
      await this.#begin();
      this.#told.replaceChildren();
    } catch (error) {
      this.#list(new Set());
      this.#refused(error);
    }
  }

  async #ready(): Promise<void> {
    if (!this.#isBegun) await this.#begin();
  }

  #refused(error: unknown): void {
    const ways =
      this.#isBegun || this.#rows.length === 0
        ? []
        : [button("Try again", () => void this.#resume()), button("New session", () => void this.#anew(), { class: "quiet" })];
    this.#told.replaceChildren(refusal(error), el("div", { class: "row" }, ...ways));
  }

  /** Enters what is left of the scene, up to a line that is refused. */
  async #enterAll(): Promise<void> {
    for (let left = this.#queue.length; left > 0; left = this.#queue.length) {
      await this.#enter(this.#queue[0]!);
      if (this.#queue.length === left) return;
    }
  }

  async #enter(text: string): Promise<void> {
    if (text.trim() === "" || this.#isAsking()) return;
    const { table, state } = this.#desk;
    this.#told.replaceChildren();
    try {
      await this.#ready();
      const ask = (question: Parameters<typeof asked>[1]) => asked(this.#asking, question);
      const entered = await table.call("enter", [text, state.method, state.whom], { ask });
      this.#lines.push({ number: numberOf(entered), text, html: "html" in entered ? (entered.html ?? valueOf(entered)) : "" });
      this.#store();
      this.#line.value = "";
      if (text === this.#queue[0]) this.#queue.shift();
      await this.#show();
      this.#log.lastElementChild?.scrollIntoView({ block: "nearest" });
      this.#desk.say(`Entered: ${this.#log.lastElementChild?.querySelector(".story")?.textContent ?? ""}`, "session");
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#asking.replaceChildren();
    }
  }

  /** While a question is open, the entry that it belongs to is neither made nor left out; undoing it is to cancel it. */
  #isAsking(isUndo = false): boolean {
    const cancel = this.#asking.querySelector<HTMLButtonElement>("button.cancel");
    if (cancel === null) return false;
    if (isUndo) cancel.click();
    else this.#told.replaceChildren(el("p", { class: "quiet", role: "status" }, "First answer the question above, or cancel it."));
    return true;
  }

  async #step(which: "undo" | "redo"): Promise<void> {
    if (this.#isAsking(which === "undo")) return;
    try {
      await this.#ready();
      const listed = await this.#desk.table.call(which, []);
      this.#told.replaceChildren(...(listed === null ? [el("p", { class: "quiet" }, `There is nothing to ${which}.`)] : []));
      this.#desk.say(listed === null ? `Nothing to ${which}` : `${which} of entry ${listed.number}`, "session");
      await this.#show();
    } catch (error) {
      this.#refused(error);
    }
  }

  async #why(): Promise<void> {
    if (this.#isAsking()) return;
    try {
      await this.#ready();
      const text = await this.#desk.table.call("explain", ["_", this.#desk.state.whom]);
      this.#told.replaceChildren(el("pre", { class: "told", tabindex: "0" }, text));
    } catch (error) {
      this.#refused(error);
    }
  }

  async #ahead(): Promise<void> {
    const { table, state } = this.#desk;
    const statement = this.#line.value.trim() || this.#queue[0] || "";
    if (statement === "" || this.#isAsking()) return;
    const watch = this.#waiting.begin();
    try {
      await this.#ready();
      const { chances } = await table.call("ahead", [statement, state.whom], watch);
      const groups = grouped(chances).reverse();
      this.#told.replaceChildren(...groups.map((group) => bars(group, { title: group.result, meanings: new Map(), before: new Map() })));
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#waiting.end();
    }
  }

  #take(): Promise<void> {
    return this.#anew(statements(this.#desk.state.files[0]?.[1] ?? ""));
  }

  /** Begins another session; the one before can be taken up again. */
  async #anew(queue: string[] = []): Promise<void> {
    this.#isAsking(true);
    const before = { rows: this.#rows, lines: this.#lines, queue: this.#queue };
    await this.#open({ rows: [], lines: [], queue });
    if (before.lines.length > 0) toast("A new session has begun.", { label: "Back to the one before", press: () => void this.#open(before) });
  }

  async #open({ rows, lines, queue }: { readonly rows: string[]; readonly lines: Line[]; readonly queue: string[] }): Promise<void> {
    this.#queue = queue;
    this.#lines = lines;
    this.#rows = rows;
    this.#store();
    this.#told.replaceChildren();
    await this.#resume();
  }

  async #save(): Promise<void> {
    await this.#ready();
    const text = await this.#desk.table.call("record", ["markdown", this.#desk.state.whom]);
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/markdown" })), download: "session.md" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Lists what was entered. */
  #list(struck: ReadonlySet<number>): void {
    this.#log.replaceChildren(...this.#lines.map((line) => entry(line, line.number !== null && struck.has(line.number))));
    if (this.#lines.length > 0) return;
    const empty = "Enter the lines of a scene one after another, or use those of the scene you are writing.";
    this.#log.replaceChildren(el("li", { class: "empty" }, empty));
  }

  async #show(): Promise<void> {
    const { table, state } = this.#desk;
    const [listed, values] = [await table.call("history", ["gm"]), await table.call("state", [state.whom])];
    this.#list(new Set(listed.filter(({ struck }) => struck).map(({ number }) => number)));
    const told = values.filter(({ value }) => !["no", "0", "unreached", "not given"].includes(value));
    const rows = told.map(({ name, value }) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)));
    this.#state.hidden = rows.length === 0;
    this.#state.replaceChildren(el("summary", {}, "Current values"), el("table", {}, el("tbody", {}, ...rows)));
    const [next] = this.#queue;
    this.#next.replaceChildren(
      ...(next === undefined
        ? []
        : [
            button("Enter the next line", () => void this.#enter(next), { class: "strong" }),
            this.#queue.length > 1 ? button(`Enter all ${this.#queue.length}`, () => void this.#enterAll()) : "",
            el("code", { class: "grow" }, next.split("\n")[0]!),
          ]),
    );
  }
}

const numberOf = (entered: Entered): number | null => (entered.kind === "statement" ? entered.number : null);

const valueOf = (entered: Entered): string => (entered.kind === "value" && entered.value ? `<p>${escaped(entered.value.value)}</p>` : "");

const escaped = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));

const entry = ({ number, text, html }: Line, isStruck: boolean): HTMLElement =>
  el(
    "li",
    { class: "entry" },
    el(
      "header",
      {},
      el("pre", { class: isStruck ? "struck" : "" }, text),
      number === null ? null : el("span", { class: "number" }, isStruck ? `${number}, undone` : `${number}`),
    ),
    isStruck || html === "" ? null : el("div", { class: "story" }, adopted(html)),
  );
