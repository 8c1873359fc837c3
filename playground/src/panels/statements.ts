// The statements of a scene, one after another, as somebody would enter them at the table.

/** Those that are claims about a scene are none of a session. */
const LEFT_OUT = /^expect\b/;

export const statements = (text: string): string[] => {
  const found: string[] = [];
  let [depth, current] = [0, ""];
  for (const line of text.split("\n")) {
    const bare = line.replace(/"(?:\\.|[^"\\])*"/g, '""').replace(/#.*/, "");
    if (depth === 0 && bare.trim() === "") continue;
    const isElse = depth === 0 && /^\s*else\b/.test(bare);
    const goesOn = depth > 0 || isElse || /^\s+\S/.test(line);
    if (goesOn && current === "" && isElse) current = found.pop() ?? "";
    if (!goesOn && current !== "") {
      found.push(current);
      current = "";
    }
    current += current === "" ? line : `\n${line}`;
    for (const sign of bare) depth += sign === "{" || sign === "(" ? 1 : sign === "}" || sign === ")" ? -1 : 0;
  }
  if (current !== "") found.push(current);
  return found.map((statement) => statement.trim()).filter((statement) => !LEFT_OUT.test(statement));
};
