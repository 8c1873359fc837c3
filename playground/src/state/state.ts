// What the page is about: the files, and how the scene is run. It fits into an address.

import type { Script } from "../engine/messages.js";
import type { Example } from "./examples.js";

/** How a scene is answered: by the rulebook's tables, by dice from a seed, or by one's own dice. */
export type Method = "deliberate" | "random" | "table";

export interface State {
  /** The texts by their names; the first is the scene. */
  readonly files: readonly (readonly [name: string, text: string])[];
  readonly method: Method;
  readonly seed: string;
  /** Dice of one's own and choices, where they have been said: the same verdict again. */
  readonly dice: readonly number[] | null;
  readonly choices: Readonly<Record<string, string>>;
  /** Who fills the roles of the scene. */
  readonly cast: Readonly<Record<string, string>>;
  readonly whom: "players" | "gm";
  /** What it is called. */
  readonly title: string;
  /** The example that it began as. */
  readonly example: string | null;
}

export const opened = ({ id, name, title, text, texts }: Example): State => ({
  files: [[name, text], ...Object.entries(texts)],
  method: "random",
  seed: "7",
  dice: null,
  choices: {},
  cast: {},
  whom: "gm",
  title,
  example: id,
});

/** The scene with the other files. */
export const sceneOf = (state: State): Script => scriptOf(state, 0);

/** One of the files, with the others. */
export const scriptOf = ({ files, cast }: State, at: number): Script => {
  const [name, text] = files[at] ?? ["scene.asz", ""];
  return { name, text, texts: Object.fromEntries(files.filter((_, other) => other !== at)), cast };
};
