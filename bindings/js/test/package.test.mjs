// The package as it is installed: packed, installed into an empty folder, three lines, a verdict.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = fileURLToPath(new URL("../", import.meta.url));

/** The most that a file may take when it is loaded, in bytes: a little more than they do. What is aimed at is 1.2 MB for the one without Rhai. */
const MOST = { core: 1_580_000, rhai: 1_690_000 };

/** Where the package is installed from what `npm pack` makes. */
const folder = mkdtempSync(join(tmpdir(), "installed-"));

/** What a script in that folder prints. */
function printed(name, code) {
  writeFileSync(join(folder, name), code);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8", timeout: 60_000 });
}

test("it is installed into an empty folder, and three lines have a verdict", { timeout: 120_000 }, () => {
  const npm = (words, cwd) => execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], here));
  const inside = packed.files.map(({ path }) => path);
  for (const path of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "dist/index.js", "dist/index.d.ts", "dist/worker.js"]) {
    assert.ok(inside.includes(path), path);
  }
  assert.ok(inside.every((path) => !/node_modules|\.rs$|test\//.test(path)), inside.join(" "));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(["install", "--no-audit", "--no-fund", "--offline", packed.filename], folder);
  const [, code] = readFileSync(join(here, "README.md"), "utf8").match(/## Three lines\n\n```js\n([\s\S]*?)```/);
  assert.equal(code.trim().split("\n").length, 3);
  assert.match(printed("three.js", code), /outcome: success/);
  writeFileSync(join(folder, "typed.ts"), code.replace("console.log", "const text: string = ") + "\nexport { text };\n");
  const tsc = join(here, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "node16", "typed.ts"], { cwd: folder, stdio: "inherit" });
});

test("as installed it follows a house rule in Rhai, and loads what reads it only then", { timeout: 120_000 }, () => {
  const code = `
    import { compile } from "assize";
    const load = WebAssembly.compile;
    let loaded = 0;
    // Node loads a small file of its own.
    WebAssembly.compile = (bytes) => ((loaded += bytes.byteLength > 1_000_000), load(bytes));
    const duel = "opposed duel by ada versus bruno { action { base 3 }, reaction { base 3 } }";
    const scene = (house) => compile(["use duel", house, "actor ada", "actor bruno", duel].join("\\n"));
    const plain = (await scene("")).adjudicate({ dice: [6, 6, 3, 4] });
    console.log(loaded, plain.get("duel.harm")?.value);
    const ruled = (await scene('use house "critical table"')).adjudicate({ dice: [6, 6, 3, 4, 5, 2] });
    console.log(loaded, ruled.get("duel.harm").value, ruled.data.houses[0].name);
  `;
  assert.equal(printed("rhai.js", code), "1 undefined\n2 1 critical table\n");
});

for (const [file, most] of Object.entries(MOST)) {
  test(`the file of WebAssembly in ${file} is small enough`, (context) => {
    const path = join(here, "dist", file, "assize_bg.wasm");
    const bytes = readFileSync(path);
    const gzip = gzipSync(bytes, { level: 9 }).length;
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
    context.diagnostic(`${file}: ${statSync(path).size} bytes, ${gzip} with gzip, ${brotli} with brotli`);
    assert.ok(brotli <= most, `${brotli} bytes`);
  });
}

test("everything that is generated is there", () => {
  assert.deepEqual(readdirSync(join(here, "dist", "core")).sort(), ["assize.d.ts", "assize.js", "assize_bg.wasm", "assize_bg.wasm.d.ts"]);
});
