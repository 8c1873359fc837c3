// Questions that may take long are worked out in another thread. It is kept for the next one, and ended where one is stopped.

import { AssizeError, complaint } from "./error.js";
import { answer, type Asked, type Hear, type Job, type News } from "./job.js";
import type { Build } from "./load.js";
import type { Odd, Watching } from "./types.js";

/** Another thread, in a browser or in Node. */
interface Thread {
  /** Sends it a job; `hear` is told all that comes of it, and `fail` why it ended. */
  begin(job: unknown, hear: (news: News) => void, fail: (why: unknown) => void): void;
  /** Is told that nothing is to be done now. */
  rest(): void;
  end(): void;
}

let idle: Thread | undefined;

/** What a question comes to, as JSON; or what was known of it when it was stopped. */
export type Worked = { readonly done: string } | { readonly stopped: Odd[] };

/** Has a job done in another thread. */
export const work = async (build: Build, job: Job, keeps: boolean, { onProgress, signal }: Watching): Promise<Worked> => {
  signal?.throwIfAborted();
  const thread = idle ?? (await begun());
  idle = undefined;
  let count = 0;
  let known: Odd[] = [];
  return new Promise<Worked>((resolve, reject) => {
    const over = (then: () => void, isFree: boolean): void => {
      signal?.removeEventListener("abort", stop);
      if (isFree && idle === undefined) {
        idle = thread;
        thread.rest();
      } else {
        thread.end();
      }
      then();
    };
    const stop = (): void => over(() => (keeps && known.length > 0 ? resolve({ stopped: known }) : reject(signal!.reason)), false);
    const hear = (news: News): void => {
      if ("done" in news) return over(() => resolve({ done: news.done }), true);
      if ("refused" in news) return over(() => reject(refusal(news.refused)), true);
      if ("count" in news) count = news.count;
      if ("known" in news) known = JSON.parse(news.known);
      onProgress?.({ count, chances: known });
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop);
    thread.begin({ job, module: build.module, isRhai: build.isRhai }, hear, (why) => over(() => reject(refusal(why)), false));
  });
};

/** Has a job done here: nobody can stop it meanwhile. */
export const workHere = (of: Asked, job: Pick<Job, "question" | "asked" | "closing">, { onProgress }: Watching): string => {
  let [count, known]: [number, Odd[]] = [0, []];
  const hear: Hear | undefined = onProgress && ((now, told) => {
    count = now ?? count;
    known = told === undefined ? known : JSON.parse(told);
    onProgress({ count, chances: known });
    return undefined;
  });
  return answer(of, job, hear);
};

const refusal = (why: unknown): unknown => {
  const told = why as { object?: ConstructorParameters<typeof AssizeError>[0]; message?: string } | undefined;
  if (told?.object !== undefined) return new AssizeError(told.object);
  return complaint("AZ922", `internal error: ${told?.message ?? String(why)}`, "please report this with the script");
};

const begun = async (): Promise<Thread> => {
  if (typeof process !== "undefined" && process.versions?.node !== undefined) return inNode();
  return inBrowser();
};

const inBrowser = (): Thread => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return {
    begin(job, hear, fail) {
      worker.onmessage = ({ data }) => hear(data as News);
      worker.onerror = (event) => fail(event);
      worker.postMessage(job);
    },
    rest() {},
    end: () => worker.terminate(),
  };
};

const inNode = async (): Promise<Thread> => {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  return {
    begin(job, hear, fail) {
      worker.removeAllListeners().on("message", hear).on("error", fail);
      worker.ref();
      worker.postMessage(job);
    },
    // A thread that waits does not keep the program from ending.
    rest: () => worker.unref(),
    end: () => void worker.terminate(),
  };
};
