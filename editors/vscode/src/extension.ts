/** Assize in VS Code: the language server does the work, and this shows it. */

import { commands, type ExtensionContext, languages, Uri, window, workspace } from "vscode";
import { Panel } from "./panel";
import { script, Server } from "./server";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const panel = new Panel();
  const started = new Server(panel);
  server = started;
  const scene = (name: string, command: string) =>
    commands.registerCommand(`assize.scene.${name}`, () => ask(started, command));
  context.subscriptions.push(
    panel,
    workspace.registerTextDocumentContentProvider("assize", {
      provideTextDocumentContent: (uri) => started.source(uri),
    }),
    scene("adjudicate", "assize.adjudicate"),
    scene("odds", "assize.odds"),
    scene("expect", "assize.expect"),
    commands.registerCommand("assize.scene.roll", () => roll(started)),
    commands.registerCommand("assize.scene.faces", () => faces(started)),
    commands.registerCommand("assize.mistake.explain", explain),
    commands.registerCommand("assize.restart", () => started.start()),
    workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration("assize.path") ? started.start() : undefined)),
  );
  await started.start();
}

export function deactivate(): Promise<void> | undefined {
  return server?.end();
}

/** About the whole script that somebody looks at. */
async function ask(server: Server, command: string, ...more: readonly unknown[]): Promise<void> {
  const uri = script();
  if (uri === undefined) {
    await window.showInformationMessage("Open a script in Assize first: a file that ends in `.asz`.");
    return;
  }
  await server.run(command, [uri, null, ...more]);
}

/** With dice: the same seed rolls the same. */
async function roll(server: Server): Promise<void> {
  const seed = await window.showInputBox({
    prompt: "A number for the dice: the same one rolls the same.",
    value: String(Math.floor(Math.random() * 1_000_000)),
    validateInput: (typed) => (/^\d{1,15}$/.test(typed) ? undefined : "A whole number, such as 7"),
  });
  if (seed !== undefined) {
    await ask(server, "assize.adjudicate", { seed: Number(seed) });
  }
}

/** With the dice that somebody has rolled at the table. */
async function faces(server: Server): Promise<void> {
  const typed = await window.showInputBox({
    prompt: "The faces that you rolled, in the order of the script",
    placeHolder: "3 5 2",
    validateInput: (typed) => (/^\s*\d+([\s,]+\d+)*\s*$/.test(typed) ? undefined : "Numbers with blanks between them, such as 3 5 2"),
  });
  if (typed !== undefined) {
    await ask(server, "assize.adjudicate", { dice: typed.trim().split(/[\s,]+/).map(Number) });
  }
}

/** The page of a mistake: of the one at the cursor, or of a code that is typed. */
async function explain(): Promise<void> {
  const code = await window.showInputBox({
    prompt: "The code of a mistake",
    placeHolder: "AZ201",
    value: mistakeHere() ?? "",
    validateInput: (typed) => (/^AZ\d{3}$/.test(typed) ? undefined : "A code, such as AZ201"),
  });
  if (code !== undefined) {
    await commands.executeCommand("markdown.showPreview", Uri.parse(`assize:///mistakes/${code}.md`));
  }
}

function mistakeHere(): string | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const found = languages.getDiagnostics(editor.document.uri).find((one) => one.range.contains(editor.selection.active));
  const code = typeof found?.code === "object" ? found.code.value : found?.code;
  return code === undefined ? undefined : String(code);
}
