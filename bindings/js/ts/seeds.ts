/** So many bytes are drawn at a time: asking for them takes longer than taking them. */
const DRAWN = 1024;

/** So many bytes are a seed. */
const SEED = 16;

const bytes = new Uint8Array(DRAWN);
let left = 0;

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A seed that nobody can foresee: 32 hexadecimal digits. */
export const fresh = (): string => {
  if (left === 0) {
    crypto.getRandomValues(bytes);
    left = DRAWN;
  }
  let text = "";
  for (const byte of bytes.subarray(left - SEED, left)) text += digits[byte];
  // What has been a seed is kept nowhere.
  bytes.fill(0, left - SEED, left);
  left -= SEED;
  return text;
};

/** The same fields, with fresh seeds where none are said. */
export const seeded = <T extends { seed?: unknown; secret_seed?: unknown }>(asked: T): T & { seed: unknown; secret_seed: unknown } => ({
  ...asked,
  seed: asked.seed ?? fresh(),
  secret_seed: asked.secret_seed ?? fresh(),
});
