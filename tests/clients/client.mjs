// A client that nobody here wrote, json-rpc-2.0, over both ways of `assize serve`: node client.mjs PROGRAM
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { JSONRPCClient } from "json-rpc-2.0";
import WebSocket from "ws";

const program = process.argv[2];
const hands = { client: { name: "json-rpc-2.0", version: "1" }, protocol: 1 };

async function evening(client) {
  assert.equal((await client.request("initialize", hands)).protocol, 1);
  await client.request("session/open", { session: "friday", seed: "7" });
  const { value } = await client.request("session/enter", { session: "friday", text: "2d6 + 3" });
  const wrong = await client.request("run", { text: "use tomp" }).then(() => null, (error) => error);
  assert.match(wrong.message, /no `tomp`/);
  assert.equal(wrong.data.code, "AZ108");
  // Many at once: each has its own response.
  const sums = await Promise.all(Array.from({ length: 100 }, (_, n) => client.request("session/enter", { session: "friday", text: `${n} + 1` })));
  assert.deepEqual(sums.map((sum) => sum.value.number), Array.from({ length: 100 }, (_, n) => n + 1));
  return value.number;
}

const server = spawn(program, ["serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const byLine = new JSONRPCClient((message) => { server.stdin.write(JSON.stringify(message) + "\n"); });
createInterface({ input: server.stdout }).on("line", (line) => byLine.receive(JSON.parse(line)));
const overStdio = await evening(byLine);
server.stdin.end();

const listening = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const [url] = await new Promise((resolve) => createInterface({ input: listening.stdout }).once("line", (line) => resolve([line])));
const socket = new WebSocket(url);
await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
const bySocket = new JSONRPCClient((message) => { socket.send(JSON.stringify(message)); });
socket.on("message", (data) => bySocket.receive(JSON.parse(data.toString())));
assert.equal(await evening(bySocket), overStdio);
socket.close();

// A page of another origin is refused, even if it knows the address.
const refused = await new Promise((resolve) => {
  const other = new WebSocket(url, { origin: "https://evil.example" });
  other.once("unexpected-response", (_, response) => resolve(response.statusCode)).once("open", () => resolve("let in"));
});
assert.equal(refused, 403);
listening.kill();
console.log("both ways answer a client in JavaScript alike");
