/** The program `assize`: whether it can be started, and what to do if not. */

import { execFile } from "node:child_process";
import { commands, window, workspace } from "vscode";

export function path(): string {
  return workspace.getConfiguration("assize").get("path", "assize").trim() || "assize";
}

/** Why the program cannot serve an editor, if it cannot. */
export function obstacle(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ["lsp", "--help"], { timeout: 10_000 }, (error) => {
      if (error === null) {
        resolve(undefined);
      } else if (error.code === "ENOENT") {
        resolve(`The program \`${program}\` was not found.`);
      } else if (error.code === "EACCES") {
        resolve(`The program \`${program}\` may not be started.`);
      } else {
        resolve(`The program \`${program}\` does not know \`assize lsp\`: it is another program, or an old one.`);
      }
    });
  });
}

/** Says so, and what to do. */
export async function tell(problem: string): Promise<void> {
  const settings = "Open Settings";
  const advice =
    "Install it with `cargo install --path .` in the folder of Assize, or set `assize.path` to where it is. Colours and snippets work without it.";
  if ((await window.showErrorMessage(`${problem} ${advice}`, settings)) === settings) {
    await commands.executeCommand("workbench.action.openSettings", "assize.path");
  }
}
