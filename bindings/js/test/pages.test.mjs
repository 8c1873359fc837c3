// Every example of the pages runs and prints what stands below it. `WRITE_DOCS=1` writes what they print now.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../", import.meta.url));
const pages = ["README.md", "../../docs/src/javascript.md"];

const folder = mkdtempSync(join(tmpdir(), "pages-"));
mkdirSync(join(folder, "node_modules"));
symlinkSync(here, join(folder, "node_modules", "assize"));

const printed = (code) => {
  const file = join(folder, "example.mjs");
  writeFileSync(file, code);
  return execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60_000 });
};

// Lines may end in blanks when they are printed, but not in a page.
const tidy = (text) => text.replace(/[ \t]+$/gm, "").trimEnd() + "\n";

for (const page of pages) {
  test(`the examples of ${page} print what stands below them`, () => {
    const path = join(here, page);
    const text = readFileSync(path, "utf8");
    let examples = 0;
    const now = text.replace(/^```js\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm, (whole, code, told) => {
      examples += 1;
      const says = printed(code);
      if (told === undefined) {
        assert.equal(says, "", "what it prints stands below it");
        return whole;
      }
      return `\`\`\`js\n${code}\`\`\`\n\n\`\`\`text\n${tidy(says)}\`\`\`\n`;
    });
    assert.ok(examples > 0);
    if (process.env.WRITE_DOCS) writeFileSync(path, now);
    else assert.equal(now, text);
  });
}
