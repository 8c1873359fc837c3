/** The language server: started, asked and ended. */

import { type Disposable, Uri, window, workspace } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import type { Panel } from "./panel";
import * as program from "./program";

/** What the lenses are called where their results are shown. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ["assize.adjudicate", "Verdict"],
  ["assize.odds", "Odds"],
  ["assize.why", "Why"],
  ["assize.expect", "Expectations"],
]);

/** Those whose results are pages, with pictures. */
const PAGES: ReadonlySet<string> = new Set(["assize.adjudicate", "assize.odds"]);

export class Server implements Disposable {
  private client: LanguageClient | undefined;
  /** Starts and ends follow each other, however fast they are asked for. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly panel: Panel) {}

  start(): Promise<void> {
    this.last = this.last.then(async () => {
      await this.stopped();
      const command = program.path();
      const problem = await program.obstacle(command);
      if (problem !== undefined) {
        // Not waited for: the message stays until somebody answers it.
        void program.tell(problem);
        return;
      }
      const client = this.made(command);
      // If it fails, the client says so itself.
      await client.start().then(
        () => {
          this.client = client;
        },
        () => client.dispose().catch(() => undefined),
      );
    });
    return this.last;
  }

  /** The text at an address inside the program. */
  async source(uri: Uri): Promise<string> {
    await this.last;
    const found = await this.client?.sendRequest<{ text: string }>("assize/source", { uri: uri.toString() });
    return found?.text ?? "The program `assize` is not running.\n";
  }

  /** Has a command carried out, and shows what it comes to. */
  async run(command: string, given: readonly unknown[]): Promise<void> {
    await this.last;
    if (this.client === undefined) {
      await this.start();
    }
    const isPage = PAGES.has(command);
    const [uri, of, options] = given;
    const wanted = isPage ? [uri, of ?? null, { ...(options ?? {}), html: true }] : given;
    await this.client?.sendRequest("workspace/executeCommand", { command, arguments: wanted }).then(
      (told) => (isPage ? this.panel.showPage(String(told)) : this.panel.show(title(command, given), String(told), false)),
      (refusal: unknown) => {
        const why = refusal instanceof Error ? refusal.message : String(refusal);
        this.panel.show(title(command, given), why, true);
      },
    );
  }

  dispose(): void {
    void this.end();
  }

  end(): Promise<void> {
    this.last = this.last.then(() => this.stopped());
    return this.last;
  }

  /** A server that has ended by itself cannot be asked to. */
  private async stopped(): Promise<void> {
    await this.client?.dispose().catch(() => undefined);
    this.client = undefined;
  }

  private made(command: string): LanguageClient {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const options = folder?.scheme === "file" ? { cwd: folder.fsPath } : {};
    return new LanguageClient(
      "assize",
      "Assize",
      { command, args: ["lsp"], transport: TransportKind.stdio, options },
      {
        documentSelector: ["file", "untitled", "assize"].map((scheme) => ({ language: "assize", scheme })),
        // A lens names a command of the server, and nobody else shows its result.
        middleware: { executeCommand: (name, given) => this.run(name, given) },
      },
    );
  }
}

function title(command: string, given: readonly unknown[]): string {
  const [uri, of] = given;
  const kind = TITLES.get(command) ?? "Assize";
  const file = typeof uri === "string" ? Uri.parse(uri).path.split("/").pop() : undefined;
  return [kind, typeof of === "string" ? of : undefined, file].filter((part) => part !== undefined).join(" · ");
}

/** The script that somebody looks at. */
export function script(): string | undefined {
  const document = window.activeTextEditor?.document;
  return document?.languageId === "assize" ? document.uri.toString() : undefined;
}
