// Makes `ts/protocol.ts`, the types of all questions and results, from the schemas in `protocol/`.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = (name) => JSON.parse(readFileSync(new URL(`../../../protocol/${name}.schema.json`, import.meta.url), "utf8"));

// Where two schemas have a definition of one name, they are to say the same, as far as that is what is read and written.
const definitions = {};
for (const name of ["why", "handles", "protocol"]) Object.assign(definitions, schema(name).$defs);
// These are messages around what is asked and told, and have no name of their own.
for (const name of Object.keys(definitions)) {
  if (/^(client|server|result of .*|ClientNotification|ServerNotification|ServerRequest|Request)$/.test(name)) delete definitions[name];
}
// Beside a reference, words and defaults would make another type of it.
const plain = (part) => {
  if (Array.isArray(part)) return part.map(plain);
  if (part === null || typeof part !== "object") return part;
  const parts = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, plain(value)]));
  // Examples are in Rust.
  if (typeof parts.description === "string") parts.description = parts.description.split("\n\n```")[0];
  const { $ref, description, default: _, ...rest } = parts;
  // What all variants have stands apart from them.
  const { oneOf, properties, ...of } = parts;
  if (oneOf && properties) return { ...(description && { description }), allOf: [{ ...of, properties }, { oneOf }] };
  if (typeof $ref !== "string") return parts;
  return { ...(description && { description }), allOf: [{ $ref }, ...(Object.keys(rest).length > 0 ? [rest] : [])] };
};
const types = await compile({ $defs: plain(definitions) }, "Everything", {
  additionalProperties: false,
  bannerComment: "// Made from the schemas in `protocol/` by `scripts/types.mjs`.",
  unreachableDefinitions: true,
  format: false,
});
// Its root is only there to be compiled.
writeFileSync(new URL("../ts/protocol.ts", import.meta.url), types.replace(/export interface Everything \{[^}]*\}\n/, ""));
