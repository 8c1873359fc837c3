/** A seed that nobody can foresee: 32 hexadecimal digits. */
export const fresh = (): string => {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) text += byte.toString(16).padStart(2, "0");
  return text;
};

/** The same fields, with fresh seeds where none are said. */
export const seeded = <T extends { seed?: unknown; secret_seed?: unknown }>(asked: T): T & { seed: unknown; secret_seed: unknown } => ({
  ...asked,
  seed: asked.seed ?? fresh(),
  secret_seed: asked.secret_seed ?? fresh(),
});
