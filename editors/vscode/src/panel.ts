/** The panel beside the script that shows what the last command came to. */

import { randomBytes } from "node:crypto";
import { ViewColumn, window, type WebviewPanel } from "vscode";
import { made, page } from "./page";

export class Panel {
  private shown: WebviewPanel | undefined;

  show(title: string, text: string, isRefused: boolean): void {
    this.reveal(page(title, text, isRefused, randomBytes(16).toString("hex")));
  }

  /** A page that the program made. */
  showPage(told: string): void {
    this.reveal(made(told));
  }

  private reveal(html: string): void {
    const panel = this.shown ?? this.opened();
    panel.webview.html = html;
    panel.reveal(undefined, true);
  }

  dispose(): void {
    this.shown?.dispose();
  }

  private opened(): WebviewPanel {
    const where = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const panel = window.createWebviewPanel("assize.result", "Assize", where, {
      enableScripts: false,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => {
      this.shown = undefined;
    });
    this.shown = panel;
    return panel;
  }
}
