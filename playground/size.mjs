// How large the page is when it is sent: everything but house rules in Rhai, which are loaded when a scene wants them.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** In bytes, packed with brotli: a little more than it is. What is aimed at is 1.5 MB. */
const MOST = 1_760_000;
const dist = new URL("dist/", import.meta.url).pathname;
const files = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((name) => statSync(dist + name).isFile() && !name.startsWith("rhai/"));
let [brotli, gzip] = [0, 0];
for (const name of files) {
  const bytes = readFileSync(dist + name);
  brotli += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
  gzip += gzipSync(bytes, { level: 9 }).length;
}
const told = (bytes) => `${(bytes / 1_000_000).toFixed(2)} MB`;
console.log(`${files.length} files: ${told(brotli)} with brotli, ${told(gzip)} with gzip`);
if (brotli > MOST) {
  console.error(`that is more than ${told(MOST)}`);
  process.exit(1);
}
