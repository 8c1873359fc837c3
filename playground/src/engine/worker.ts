// The engine, in a thread of its own: while a script keeps it busy, the page goes on, and can end this thread.

import { AssizeError, init } from "assize";
import { answers, type Around } from "./answers.js";
import type { Back, Request, Sent } from "./messages.js";

const port = self as unknown as { postMessage(back: Back): void; onmessage: (event: { data: Sent }) => void };

/** What waits for a person, and what can be stopped. */
const open = new Map<number, { says?: (said: string | null) => void; readonly stop: AbortController }>();
let isWarm: Promise<void> | undefined;

const answer = async ({ id, call, with: given }: Request): Promise<void> => {
  const stop = new AbortController();
  open.set(id, { stop });
  const around: Around = {
    signal: stop.signal,
    progress: (progress) => port.postMessage({ id, progress }),
    ask: (question) =>
      new Promise((says) => {
        open.set(id, { stop, says });
        port.postMessage({ id, asks: question });
      }),
    keep: (row) => port.postMessage({ row }),
  };
  try {
    await isWarm;
    // Each call is answered with what belongs to it; between the threads there are only messages.
    const done = await (answers[call] as (around: Around, ...given: readonly unknown[]) => unknown)(around, ...given);
    port.postMessage({ id, done });
  } catch (error) {
    port.postMessage({ id, refused: error instanceof AssizeError ? error.object : String(error) });
  } finally {
    open.delete(id);
  }
};

port.onmessage = ({ data }) => {
  if ("core" in data) isWarm = init({ core: data.core });
  else if ("call" in data) void answer(data);
  else if ("stop" in data) open.get(data.id)?.stop.abort(new Error("stopped"));
  else open.get(data.id)?.says?.(data.says);
};
