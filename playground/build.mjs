// Makes `dist/`, a folder that any server of files can offer. The package of `bindings/js` has to be built before.
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { examples, templates } from "./examples.mjs";

const here = (path) => new URL(path, import.meta.url).pathname;
const assize = here("../bindings/js/dist/");
const dist = here("dist/");

rmSync(dist, { recursive: true, force: true });
mkdirSync(`${dist}core`, { recursive: true });
mkdirSync(`${dist}rhai`);

/** Scenes as modules: `scenes:first` is in the page itself, the others are loaded when somebody looks at them. */
const scenes = {
  name: "scenes",
  setup(one) {
    one.onResolve({ filter: /^scenes:/ }, ({ path }) => ({ path: path.slice("scenes:".length), namespace: "scenes" }));
    one.onLoad({ filter: /.*/, namespace: "scenes" }, ({ path }) => {
      const of = { first: () => examples()[0], all: examples, templates }[path];
      return { contents: JSON.stringify(of()), loader: "json" };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome123", "firefox121", "safari17.5"],
  outdir: dist,
  splitting: true,
  legalComments: "none",
  // Those are for Node, and are not reached in a browser.
  external: ["node:*"],
  logLevel: "warning",
  alias: { assize: `${assize}index.js` },
};
const made = await build({
  ...common,
  entryPoints: { start: here("src/start.ts"), page: here("src/page.ts"), style: here("page/style.css") },
  chunkNames: "[name]-[hash]",
  plugins: [scenes],
  metafile: true,
});
// Each thread is one file. What the package has beside it is found from where its code stands, so it stands in the same folder.
await build({ ...common, splitting: false, entryPoints: { engine: here("src/engine/worker.ts"), worker: `${assize}worker.js` } });
for (const file of ["core", "rhai"]) copyFileSync(`${assize}${file}/assize_bg.wasm`, `${dist}${file}/assize_bg.wasm`);
for (const name of ["icon.svg", "manifest.webmanifest"]) cpSync(here(`page/${name}`), dist + name);

// The licences of everything inside.
const inside = new Set(
  Object.keys(made.metafile.inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    .filter(Boolean),
);
const licences = ["../LICENSE-MIT", "../LICENSE-APACHE"].map((path) => readFileSync(here(path), "utf8"));
for (const name of [...inside].sort()) {
  const licence = readdirSync(here(`node_modules/${name}`)).find((file) => /^licen[cs]e/i.test(file));
  licences.push(`--- ${name}\n\n${readFileSync(here(`node_modules/${name}/${licence}`), "utf8")}`);
}
writeFileSync(`${dist}licences.txt`, licences.join("\n"));

writeFileSync(`${dist}index.html`, readFileSync(here("page/index.html"), "utf8"));

// The worker that serves the page offline knows each file by its contents.
const files = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((name) => statSync(dist + name).isFile())
  .sort();
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
const hashes = JSON.stringify(Object.fromEntries(files.map((name) => [name, hash(readFileSync(dist + name))])));
const define = { FILES: hashes, BUILD: JSON.stringify(hash(hashes).slice(0, 16)) };
await build({ ...common, splitting: false, entryPoints: { offline: here("src/offline.ts") }, define });
