// What is worked out in another thread, or here: a question about odds or advice, with everything that it is asked of.

import { type Build, call } from "./load.js";

/** What a question is asked of. */
export type About =
  | { readonly kind: "encounter"; readonly name: string; readonly text: string; readonly cast: string }
  | { readonly kind: "session"; readonly rows: string };

/** What is asked. */
export interface Job {
  /** The options of the engine, as JSON. */
  readonly engine: string;
  readonly about: About;
  readonly question: "odds" | "advise" | "simulate";
  /** The fields of the question, as JSON. */
  readonly asked: string;
  /** Whether it is told what is known meanwhile. */
  readonly closing: boolean;
}

/** What is told of it: how far it has come, what is known by now, what it comes to, or why it is refused. All but the first are JSON. */
export type News =
  | { readonly count: number }
  | { readonly known: string }
  | { readonly done: string }
  | { readonly refused: unknown };

/** Hears of a job, and says whether to go on. */
export type Hear = (count: number | undefined, known: string | undefined) => boolean | undefined;

/** Something that is asked in the way that encounters and sessions have in common. */
export interface Asked {
  odds(asked: string, hear: Hear | undefined, closing: boolean): string;
  advise(asked: string, hear: Hear | undefined): string;
  simulate?(asked: string, hear: Hear | undefined): string;
}

/** Asks it here. */
export const answer = (of: Asked, { question, asked, closing }: Pick<Job, "question" | "asked" | "closing">, hear?: Hear): string =>
  call(() => {
    switch (question) {
      case "odds": return of.odds(asked, hear, closing);
      case "advise": return of.advise(asked, hear);
      case "simulate": return of.simulate!(asked, hear);
    }
  });

/** Does a job from its beginning. */
export const perform = ({ glue }: Build, job: Job, hear: Hear): string => {
  const engine = call(() => new glue.Engine(job.engine));
  const { about } = job;
  const of = about.kind === "encounter"
    ? call(() => engine.compile(about.name, about.text, about.cast))
    : call(() => glue.Session.resume(engine, about.rows, () => {}).session()!);
  try {
    return answer(of as Asked, job, hear);
  } finally {
    of.free();
    engine.free();
  }
};
