// Offers `dist/` at an address of this machine, packed as servers do. For looking at the page, and for its tests.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
const packed = new Map(
  readdirSync(dist, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(dist, name)).isFile())
    .map((name) => [`/${name}`, gzipSync(readFileSync(join(dist, name)), { level: 9 })]),
);

/** Begins; `fetched` hears of each path with the size of what was sent. */
export const serve = async (port = 0, fetched = () => {}) => {
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const name = path === "/" ? "/index.html" : path;
    const body = packed.get(name);
    fetched(name, body?.length ?? 0);
    if (body === undefined) return response.writeHead(404).end();
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    response.writeHead(200, {
      "content-type": type,
      "content-encoding": "gzip",
      "content-length": body.length,
      "cache-control": "no-cache",
    });
    return response.end(body);
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log((await serve(Number(process.argv[2] ?? 8080))).address);
}
