// Prints what the library tells in WebAssembly: `node tell.mjs FILE.wasm SEED`. It is given nothing: no clock, no files, no
// randomness.

import { readFileSync } from "node:fs";

const [file, seed] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
const wanted = WebAssembly.Module.imports(module);
if (wanted.length > 0) throw new Error(`it asks its host for ${JSON.stringify(wanted)}`);
const { memory, tell, length } = new WebAssembly.Instance(module).exports;
const place = tell(BigInt(seed));
process.stdout.write(Buffer.from(memory.buffer, place, length()));
