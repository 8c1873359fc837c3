// Why something was not answered, as the page shows it.

import type { ErrorObject } from "assize";

/** The scene is refused, or what it asks for is. */
export class Refused extends Error {
  readonly object: ErrorObject;

  constructor(object: ErrorObject) {
    super(object.message);
    this.object = object;
  }
}

/** It took too long, or somebody stopped it. */
export class Stopped extends Error {
  readonly byHand: boolean;

  constructor(byHand: boolean) {
    super(byHand ? "You stopped it." : "It took too long and was stopped. If this device is busy with something else, try it again.");
    this.byHand = byHand;
  }
}

/** Whether somebody has stopped what listens to a signal, or time has. */
export const stoppedBy = ({ reason }: AbortSignal): Stopped => (reason instanceof Stopped ? reason : new Stopped(true));
