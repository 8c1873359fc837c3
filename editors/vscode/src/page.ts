/** What a result looks like: a page without any script, in the colours of the theme. */

const SIGNS: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS.get(sign) ?? sign);
}

/** `once` is a word that nobody can foresee: only styles that bear it count. */
export function page(title: string, text: string, isRefused: boolean, once: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${once}'">
<title>${escaped(title)}</title>
<style nonce="${once}">
h1 { font-size: 1.1em; font-weight: 600; }
pre {
  color: var(--vscode-editor-foreground);
  font-family: var(--vscode-editor-font-family);
  font-size: var(--vscode-editor-font-size);
  overflow-x: auto;
}
pre.refused { color: var(--vscode-errorForeground); }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<pre${isRefused ? ' class="refused"' : ""}>${escaped(text)}</pre>
</body>
</html>
`;
}

/** A page that the program made, with bars for odds: nothing in it is run, and the theme sets its colours. */
export function made(told: string): string {
  return told.replace(
    "<head>",
    `<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  ).replace(
    "</head>",
    `<style>
body {
  background: var(--vscode-editor-background);
  color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family);
}
body.vscode-light { --bar: #0072b2; --none: #595959; --line: #b8b8b8; }
body.vscode-dark, body.vscode-high-contrast { --bar: #56b4e9; --none: #c2c2c2; --line: #5a5a5a; }
</style>
</head>`,
  );
}
