// What an answer costs, price and time together, of a program and of a person: by this the expected gains of their answers are
// compared. An hour is worth the same whoever takes it: a person who answers, or everybody who waits for a program.
import { isProgram } from "../../protocol/annotator.ts";
import type { Settings } from "../../protocol/events.ts";
import type { Fact } from "../../protocol/fold.ts";
import type { ProgramRecord } from "./program-record.ts";

/** How long a person takes for an answer as long as nobody has given one, in seconds. */
const USUAL_SECONDS = 5;
/** What is free still costs this much, so that it can be divided by. */
const LEAST = 1e-9;
/** About one in twenty answers of a program is looked at by a person, so none counts as cheaper than a twentieth of theirs. */
const MIN_OF_PERSON = 0.05;

/** In the currency of the prices. */
interface AnswerCosts {
  /** Null before it has answered. */
  readonly program: number | null;
  readonly person: number;
}

/** What an answer of either costs. The cost of a label, where the project has one, is what a person's answer costs. */
export function answerCosts(
  { perAnswer, hour }: Pick<ProgramRecord, "perAnswer" | "hour">,
  { labelCost }: Pick<Settings, "labelCost">,
  seconds: number | null,
): AnswerCosts {
  const time = (of: number) => (of * hour) / 3600;
  const person = Math.max(LEAST, labelCost ?? time(seconds ?? USUAL_SECONDS));
  if (perAnswer === null) return { program: null, person };
  return { program: Math.max(MIN_OF_PERSON * person, perAnswer.price + time(perAnswer.seconds)), person };
}

/** The median of how long people took for their answers; null before they have answered. */
export function medianSeconds(facts: Iterable<Pick<Fact, "by" | "seconds">>): number | null {
  const seconds = [...facts].flatMap((fact) => (isProgram(fact.by) || fact.seconds === undefined ? [] : fact.seconds));
  seconds.sort((a, b) => a - b);
  return seconds[seconds.length >> 1] ?? null;
}
