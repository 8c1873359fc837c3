import type { Encounter as Raw } from "./core/assize.js";
import { complaint } from "./error.js";
import type { Asked, Job } from "./job.js";
import { type Build, call } from "./load.js";
import { fresh, seeded } from "./seeds.js";
import type {
  Adjudicate, AdviceOptions, Checked, Estimate, Odd, Odds, OddsOptions, PlayOptions, Role, SimulateOptions, Tested, ToldAdvice, Watching,
} from "./types.js";
import { Verdict } from "./verdict.js";
import { work, workHere } from "./working.js";

/** What an encounter was compiled from, so that another thread can compile it again. */
export interface Origin {
  readonly build: Build;
  /** The options of the engine, as JSON. */
  readonly engine: string;
  /** Whether functions of the host are lent, which cannot leave their thread. */
  readonly isBound: boolean;
  readonly name: string;
  readonly text: string;
  readonly cast: string;
}

/** A compiled script, asked as often as you like. */
export class Encounter {
  readonly #raw: Raw;
  readonly #origin: Origin;

  /** @internal */
  constructor(raw: Raw, origin: Origin) {
    this.#raw = raw;
    this.#origin = origin;
  }

  /** What is worth a look in it although it runs. */
  check(): Checked {
    return JSON.parse(call(() => this.#raw.check()));
  }

  /** What comes of its expectations. */
  test(): Tested {
    return JSON.parse(call(() => this.#raw.test()));
  }

  /** The roles that somebody has to fill before it runs. */
  get roles(): Role[] {
    return JSON.parse(call(() => this.#raw.roles()));
  }

  /** Runs it once, with nobody to ask: by dice if nothing else is said, from fresh seeds, and for players. */
  adjudicate(options: Adjudicate = {}): Verdict {
    return new Verdict(call(() => this.#raw.adjudicate(JSON.stringify(seeded(options)))));
  }

  /** Runs it once, and asks people to choose, and to roll in the mode `table`. */
  async play({ ask, onEvent, ...options }: PlayOptions): Promise<Verdict> {
    const playing = call(() => this.#raw.play(JSON.stringify(seeded(options))));
    const hear = onEvent && ((event: string) => onEvent(JSON.parse(event)));
    try {
      let verdict = call(() => playing.go_on(undefined, hear));
      while (verdict === undefined) {
        const said = await ask(JSON.parse(playing.question()!));
        if (said === null) throw complaint("AZ714", "this was cancelled; nothing has changed");
        verdict = call(() => playing.go_on(said, hear));
      }
      return new Verdict(verdict);
    } finally {
      playing.free();
    }
  }

  /** Carries out what a verdict signals, in order; how many signals there were. The verdict has to be one for `gm` or `log`. */
  perform(verdict: Verdict): number {
    return call(() => this.#raw.perform(verdict.raw));
  }

  /**
   * Exact odds, worked out in another thread: an answer to each question, of a name one for each level, and those of every level of
   * every result if there are no questions.
   */
  async odds(questions: string | string[] = [], { onProgress, signal, ...options }: OddsOptions = {}): Promise<Odds> {
    const asked = { ...options, questions: [questions].flat() };
    const keeps = options.keep ?? false;
    const watching = watched(onProgress, signal);
    const worked = await this.#asked("odds", asked, keeps, watching);
    return "stopped" in worked ? { chances: worked.stopped } : JSON.parse(worked.done);
  }

  /** The same in this thread: whoever calls it waits. */
  oddsNow(questions: string | string[] = [], options: Omit<OddsOptions, keyof Watching> = {}): Odds {
    return JSON.parse(call(() => this.#raw.odds(JSON.stringify({ ...options, questions: [questions].flat() }), undefined, false)));
  }

  /** The best choices for a goal, worked out in another thread. */
  async advise({ onProgress, signal, ...asked }: AdviceOptions = {}): Promise<ToldAdvice> {
    const worked = await this.#asked("advise", asked, false, watched(onProgress, signal));
    return JSON.parse((worked as { done: string }).done);
  }

  /** Odds by trying, in another thread: for questions whose exact odds would take too long. */
  async simulate(questions: string | string[] = [], { onProgress, signal, ...options }: SimulateOptions = {}): Promise<Estimate[]> {
    const asked = { seed: fresh(), ...options, questions: [questions].flat() };
    const worked = await this.#asked("simulate", asked, false, watched(onProgress, signal));
    return JSON.parse((worked as { done: string }).done);
  }

  async #asked(question: Job["question"], asked: object, keeps: boolean, watching: Watching): Promise<{ done: string } | { stopped: Odd[] }> {
    const { build, engine, isBound, name, text, cast } = this.#origin;
    const closing = question === "odds" && (keeps || watching.onProgress !== undefined);
    const job = { question, asked: JSON.stringify(asked), closing };
    // Functions of the host cannot be sent, so what they answer is worked out where they are.
    if (isBound) return { done: workHere(this.#raw as Asked, job, watching) };
    return work(build, { ...job, engine, about: { kind: "encounter", name, text, cast } }, keeps, watching);
  }

  /** Gives its memory back at once, and not when it is collected. */
  free(): void {
    this.#raw.free();
  }
}

export const watched = (onProgress: Watching["onProgress"], signal: Watching["signal"]): Watching => ({
  ...(onProgress && { onProgress }),
  ...(signal && { signal }),
});
