// The other thread: it gets a job with the compiled file of WebAssembly, and tells how far it has come.

import { AssizeError } from "./error.js";
import { type Job, type News, perform } from "./job.js";
import { coreBuild, init, rhaiBuild } from "./load.js";

interface Port {
  postMessage(news: News): void;
}

/** How often it is told how far a job has come, in milliseconds. */
const TICK = 100;

const work = async (port: Port, job: Job, module: WebAssembly.Module, isRhai: boolean): Promise<void> => {
  try {
    await (isRhai ? init({ rhai: module, core: module }) : init({ core: module }));
    let last = 0;
    const done = perform(await (isRhai ? rhaiBuild() : coreBuild()), job, (count, known) => {
      if (known !== undefined) port.postMessage({ known });
      const now = performance.now();
      if (count !== undefined && now - last >= TICK) {
        last = now;
        port.postMessage({ count });
      }
      return true;
    });
    port.postMessage({ done });
  } catch (error) {
    port.postMessage({ refused: error instanceof AssizeError ? { object: error.object } : { message: String(error) } });
  }
};

interface Sent {
  readonly job: Job;
  readonly module: WebAssembly.Module;
  readonly isRhai: boolean;
}

if (typeof process !== "undefined" && process.versions?.node !== undefined) {
  const { parentPort } = await import("node:worker_threads");
  parentPort!.on("message", ({ job, module, isRhai }: Sent) => work(parentPort!, job, module, isRhai));
} else {
  const port = globalThis as unknown as Port & { onmessage: (message: { data: Sent }) => void };
  port.onmessage = ({ data: { job, module, isRhai } }) => work(port, job, module, isRhai);
}
