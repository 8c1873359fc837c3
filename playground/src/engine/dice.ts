// A run with a person who says what each die shows. The engine makes secret rolls itself, also where the game master plays; here they
// are asked for those too, since the dice on their table are theirs.

import type { Ask, Encounter, Happened, PlayOptions, Question, Verdict } from "assize";

/** Dice that stand for those that nobody has rolled yet. One is on every die. */
const STANDINS: readonly number[] = Array.from({ length: 500 }, () => 1);

type Rolled = Extract<Happened, { event: "rolled" }>;
type Options = Omit<PlayOptions, "ask" | "onEvent">;

/** The faces that are known, and the answers to all else, in their order. */
interface Known {
  readonly faces: number[];
  readonly said: string[];
}

/** Plays with a person. */
export const played = async (encounter: Encounter, options: Options, ask: Ask): Promise<Verdict> => {
  const all: string[] = [];
  const recorded: Ask = async (question) => {
    const said = await ask(question);
    if (said !== null) all.push(said);
    return said;
  };
  const known: Known = { faces: [], said: [] };
  let next: Rolled | undefined;
  const onEvent = (event: Happened): void => {
    if (next !== undefined) return;
    if (event.event === "drawn") known.faces.push(event.card);
    if (event.event !== "rolled") return;
    if (event.how === "random" && event.visibility !== "all") next = event;
    else known.faces.push(...event.dice.map(({ face }) => face));
  };
  const asking: Ask = async (question) => {
    if (next !== undefined) return null;
    const said = await recorded(question);
    if (said !== null && question.kind !== "roll" && question.kind !== "draw") known.said.push(said);
    return said;
  };
  const native = await encounter.play({ ...options, ask: asking, onEvent }).catch((error: unknown) => {
    if (next === undefined) throw error;
  });
  if (next === undefined) return native!;
  native?.free();
  const verdict = await further(encounter, options, known, next, ask);
  // What is hidden from the game master as well is rolled by the engine; then it makes all rolls that are secret.
  return verdict ?? encounter.play({ ...options, ask: replaying(all, ask) });
};

/** Goes on, one roll after another: each is found by a run with all dice that are known, and stand-ins behind them. */
const further = async (encounter: Encounter, options: Options, known: Known, first: Rolled, ask: Ask): Promise<Verdict | undefined> => {
  let next: Rolled | undefined = first;
  while (next !== undefined) {
    known.faces.push(...(await facesOf(next, ask)));
    next = await nextOf(encounter, options, known, ask);
  }
  const last = { ...options, dice: [...known.faces], ask: replaying(known.said, ask) };
  return encounter.play(last).catch(() => undefined);
};

/** The roll that comes behind all that is known. */
const nextOf = async (encounter: Encounter, options: Options, known: Known, ask: Ask): Promise<Rolled | undefined> => {
  let [count, next]: [number, Rolled | undefined] = [0, undefined];
  const onEvent = (event: Happened): void => {
    if (event.event === "drawn") count += 1;
    if (event.event !== "rolled" || next !== undefined) return;
    count += event.dice.length;
    if (count > known.faces.length) next = event;
  };
  let at = 0;
  let isOver = false;
  const asking: Ask = async (question) => {
    if (next !== undefined) return null;
    const before = known.said[at++];
    if (before !== undefined) return before;
    const said = await ask(question);
    if (said === null) isOver = true;
    else known.said.push(said);
    return said;
  };
  // It ends with an error in any case: there are more dice than it wants.
  const failed = await encounter.play({ ...options, dice: [...known.faces, ...STANDINS], ask: asking, onEvent }).catch((error: unknown) => error);
  if (isOver) throw failed;
  return next;
};

const replaying = (said: readonly string[], ask: Ask): Ask => {
  let at = 0;
  return (question) => said[at++] ?? ask(question);
};

/** What a person says that the dice of a roll show. */
const facesOf = async ({ path, pool, dice, visibility }: Rolled, ask: Ask): Promise<number[]> => {
  const sides = dice.map((die) => die.sides);
  const asks = visibility === "all" ? `Roll ${pool}, for ${path}` : `In secret: roll ${pool}, for ${path}`;
  let complaint: string | null = null;
  for (;;) {
    const question: Question = { kind: "roll", sides, path, visibility, told: 0, complaint, question: asks };
    const said = await ask(question);
    if (said === null) throw new Error("This was cancelled; nothing has changed.");
    const faces = [...said.matchAll(/-?\d+/g)].map(([number]) => Number(number));
    if (faces.length === sides.length && faces.every((face, rank) => face >= 1 && face <= sides[rank]!)) return faces;
    complaint = `These are ${sides.length} dice: ${sides.map((most) => `1 to ${most}`).join(", ")}.`;
  }
};
