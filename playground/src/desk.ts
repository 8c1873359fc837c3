// What all parts of the page share.

import type { Stretch } from "assize";
import type { Editor } from "./editor/editor.js";
import type { Helper } from "./engine/helper.js";
import type { State } from "./state/state.js";

export interface Desk {
  /** The engine. */
  readonly helper: Helper;
  /** An engine for what the other tabs ask, so that nothing there ends what is worked out here. */
  readonly other: Helper;
  /** The session has an engine of its own, so that nothing else can end it. */
  readonly table: Helper;
  readonly editor: Editor;
  readonly state: State;
  /** Changes how the scene is run, or the files. */
  set(change: Partial<State>): void;
  /** Writes something else in a stretch of the scene, if it still holds what is expected there. */
  move(stretch: Stretch, expected: string, insert: string): boolean;
  /** Tells those who listen to the page; the same is not told twice. What is told belongs to a part, whose words it replaces. */
  say(text: string, part: "verdict" | "odds" | "answer" | "session"): void;
  /** The chance that is told first, for a glance. */
  glance(text: string): void;
  /** Goes to a line of a file, from 1. */
  reveal(file: string, line: number): void;
}

/** A part of the results behind a tab. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly node: HTMLElement;
  /** The scene or how it is run has changed. It is called when the panel is seen. */
  refresh(): void;
}
