// The state as the part of an address behind `#`, which no browser sends anywhere: packed, and written in letters.

import type { State } from "./state.js";

/** The first letter says how the rest is to be read. */
const VERSION = "1";
/** Nobody writes a scene so long; who made such an address wants to fill the memory. */
const MOST = 1_000_000;
/** A longer title is cut. */
const LONGEST = 100;

class TooLong extends Error {}

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new TooLong("it holds more than a scene");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

export const packed = async (state: State): Promise<string> => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return VERSION + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** The state in an address; an error where there is none in it. */
export const unpacked = async (text: string): Promise<State> => {
  if (!text.startsWith(VERSION)) throw new Error("it is none of this page, or of another version of it");
  return checked(await unwrapped(text.slice(1)));
};

/** What browsers say of what they cannot unpack tells nobody anything. */
const unwrapped = async (packed: string): Promise<unknown> => {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw error instanceof TooLong ? error : new Error("a part of it is missing, or was changed on the way");
  }
};

// It may come from anybody.
const checked = (told: unknown): State => {
  const { files, method, seed, dice, choices, cast, whom, title, example } = told as Record<string, unknown>;
  const isFile = (file: unknown): file is readonly [string, string] =>
    Array.isArray(file) && file.length === 2 && file.every((part) => typeof part === "string");
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile)) throw new Error("there is no scene in it");
  const isDice = Array.isArray(dice) && dice.every((face) => Number.isSafeInteger(face));
  const texts = (of: unknown): Record<string, string> =>
    Object.fromEntries(Object.entries(typeof of === "object" && of !== null ? of : {}).filter(([, text]) => typeof text === "string"));
  return {
    files,
    method: method === "deliberate" || method === "table" ? method : "random",
    seed: typeof seed === "string" && /^\d{1,15}$/.test(seed) ? seed : "7",
    dice: isDice ? (dice as number[]) : null,
    choices: texts(choices),
    cast: texts(cast),
    whom: whom === "players" ? "players" : "gm",
    title: typeof title === "string" && title.trim() !== "" ? title.slice(0, LONGEST) : "A scene from an address",
    example: typeof example === "string" ? example : null,
  };
};
