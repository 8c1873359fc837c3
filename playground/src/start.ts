// What is begun before anything else: the engine is fetched and compiled while the page is still being read.

const core = WebAssembly.compileStreaming(fetch(new URL("core/assize_bg.wasm", import.meta.url)));
// Those who wait for it hear of a failure.
core.catch(() => undefined);
const thread = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
const { begin } = await import("./page.js");
begin(core, thread);
