// The session that is open: one at a time. Its journal is kept by the page.

import type { Ask, Engine, Entered, For, Session } from "assize";

let open: Session | undefined;

export const current = (): Session => {
  if (open === undefined) throw new Error("no session is open");
  return open;
};

/** Begins a session, or goes on with the rows of one; how many entries there are in it. */
export const begin = async (engine: Engine, rows: string[], keep: (row: string) => void): Promise<number> => {
  const before = open;
  open = rows.length === 0 ? await engine.begin({ keep }) : await engine.resume(rows, { keep });
  before?.free();
  return open.found?.entries ?? 0;
};

export const enter = (text: string, mode: "random" | "deliberate" | "table", whom: For, ask: Ask): Promise<Entered> => {
  const session = current();
  session.answerBy(mode);
  return session.enter(text, { for: whom, want: ["html", "brief"], ask });
};
