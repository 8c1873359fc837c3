import type { ErrorObject, Finding, VerdictData } from "./types.js";

/** Why something is refused. It has changed nothing then. */
export class AssizeError extends Error {
  override readonly name = "AssizeError";
  /** The code of the first finding, such as `AZ201`; the book has a page for each. */
  readonly code: string;
  /** A way out of the first finding. */
  readonly help: string | undefined;
  /** Everything that is wrong, with its places. */
  readonly findings: Finding[];
  /** All of it in words, with its places, for people. */
  readonly text: string;
  /** The kind of failure, as the protocol numbers them. */
  readonly kind: number;
  /** What had happened of a run until it was stopped. None of it counts. */
  readonly happened: VerdictData | undefined;
  /** All of it as the protocol sends it. */
  readonly object: ErrorObject;

  constructor(error: ErrorObject, options?: ErrorOptions) {
    super(error.message, options);
    this.object = error;
    this.code = error.data.code;
    this.help = error.data.help ?? undefined;
    this.findings = error.data.findings;
    this.text = error.data.text;
    this.kind = error.code;
    this.happened = error.data.happened ?? undefined;
  }
}

/** Something of the package's own that is wrong, in the same form. */
export const complaint = (code: string, message: string, help: string | null = null): AssizeError => {
  const text = help === null ? `error[${code}]: ${message}\n` : `error[${code}]: ${message}\n  help: ${help}\n`;
  const finding: Finding = { code, severity: "error", message, labels: [], help };
  return new AssizeError({ code: -32603, message, data: { code, help, findings: [finding], text } });
};
