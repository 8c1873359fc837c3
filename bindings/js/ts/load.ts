// The two files of WebAssembly: with house rules in Rhai and without. The one without is loaded first, the other when a script wants it.

import type * as Glue from "./core/assize.js";
import { AssizeError, complaint } from "./error.js";

/** Where a file of WebAssembly comes from. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

/** What `init` takes; all of it may be left out. */
export interface InitOptions {
  /** The file that everything needs; beside the package if left out. */
  core?: Source | Promise<Source>;
  /** The file with house rules in Rhai; beside the package if left out. It is loaded when a script wants it. */
  rhai?: Source | Promise<Source>;
}

/** One of the two files, loaded. */
export interface Build {
  readonly glue: typeof Glue;
  readonly module: WebAssembly.Module;
  readonly isRhai: boolean;
}

let sources: InitOptions = {};
let core: Promise<Build> | undefined;
let rhai: Promise<Build> | undefined;

/**
 * Loads what everything needs. Whatever needs it calls it by itself; it is called for other places of the files, or to have it loaded
 * before the first call.
 */
export const init = async (options: InitOptions = {}): Promise<void> => {
  sources = { ...sources, ...options };
  await coreBuild();
};

export const coreBuild = (): Promise<Build> => {
  core ??= kept(
    import("./core/assize.js").then((glue) => built(glue, sources.core ?? new URL("./core/assize_bg.wasm", import.meta.url), false)),
    () => { core = undefined; },
  );
  return core;
};

export const rhaiBuild = (): Promise<Build> => {
  rhai ??= kept(
    import("./rhai/assize.js").then((glue) => built(glue, sources.rhai ?? new URL("./rhai/assize_bg.wasm", import.meta.url), true)),
    () => { rhai = undefined; },
  );
  return rhai;
};

// What could not be loaded is tried again the next time.
const kept = (loading: Promise<Build>, forget: () => void): Promise<Build> => {
  loading.catch(forget);
  return loading;
};

const built = async (glue: typeof Glue, source: Source | Promise<Source>, isRhai: boolean): Promise<Build> => {
  const module = await compiled(await source);
  glue.initSync({ module });
  return { glue, module, isRhai };
};

const compiled = async (source: Source): Promise<WebAssembly.Module> => {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "undefined" && source instanceof Response) return fromResponse(source);
  if (typeof source === "string" || source instanceof URL) return fromAddress(source);
  return WebAssembly.compile(source as BufferSource);
};

const fromAddress = async (address: string | URL): Promise<WebAssembly.Module> => {
  const isFile = address instanceof URL ? address.protocol === "file:" : address.startsWith("file:");
  if (isFile && typeof process !== "undefined") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(address)));
  }
  return fromResponse(await fetch(address));
};

const fromResponse = async (response: Response): Promise<WebAssembly.Module> => {
  if (!response.ok) throw complaint("AZ106", `${response.url} cannot be loaded: ${response.status} ${response.statusText}`);
  // A server that does not know the type of the file cannot have it compiled while it comes.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

/** What is thrown instead of what a file of WebAssembly throws. */
export const told = (thrown: unknown): unknown => {
  if (typeof thrown === "string") return new AssizeError(JSON.parse(thrown));
  if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
    const error = complaint("AZ922", `internal error: ${thrown.message}`, "load the package anew, and please report this with the script");
    error.cause = thrown;
    return error;
  }
  return thrown;
};

/** Calls a file of WebAssembly. */
export const call = <T>(work: () => T): T => {
  try {
    return work();
  } catch (thrown) {
    throw told(thrown);
  }
};
