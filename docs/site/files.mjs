// The files that the book is made of, as the repository has them.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

export const read = (path) => readFileSync(join(root, path), "utf8");

// Names without their ending, in order.
export const names = (folder, ending) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length)).sort();

export const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

// How a heading is called in an address, as mdBook does it.
export const anchor = (heading) =>
  [...heading.replace(/`|\*/g, "")].filter((sign) => /[\p{L}\p{N} _-]/u.test(sign)).join("").replace(/ /g, "-").toLowerCase();
