// Which items are put to a program and which are left to people: the library's `askWhom` says what an answer of each is expected
// to gain, and the one whose answer gains more per cost is asked. Where no answer is expected to change a prediction, what
// counts is how much it tells of the item itself.
import { askWhom, type Labels, type Learner, type Question } from "@xpal/core";
import { labelCostsIn } from "./gain-soon.ts";
import { priorsIn } from "./priors-in.ts";
import type { ScoringCalls } from "./scoring-calls.ts";

/** The items that are put to the program, the most worthwhile first. */
export async function programItems(
  learner: Learner,
  labels: Labels,
  { items, program, people, costs, ...said }: Parameters<ScoringCalls["programItems"]>[0],
): Promise<number[]> {
  const snapshot = learner.at(labels);
  const pool = { ...learner.pool, kernel: await snapshot.kernel() };
  const present = [program, ...people];
  const frequencies = await snapshot.frequencies();
  const questions = askWhom(pool, { ...said, present, candidates: items, frequencies }, priorsIn(learner));
  const perItem = labelCostsIn(learner); // what people's labels cost, where items differ
  const costOf = ({ annotator, item }: Question) =>
    annotator === program ? costs.program : (perItem?.[item] ?? costs.person);
  return preferred(questions, program, costOf);
}

/** Two numbers by which a question is ordered: the gain per cost, then the information per cost. */
type Worth = readonly [gain: number, information: number];

/** The items for which the program's question is worth more than everybody else's, the most worthwhile first. */
export function preferred(
  questions: readonly Question[],
  program: number,
  costOf: (question: Question) => number,
): number[] {
  const own = new Map<number, Worth>();
  const others = new Map<number, Worth>();
  for (const question of questions) {
    const { item, annotator, gain, information } = question;
    const cost = costOf(question);
    const worth = [gain / cost, information / cost] as const;
    if (annotator === program) own.set(item, worth);
    else if (isMore(worth, others.get(item) ?? NOTHING)) others.set(item, worth);
  }
  return [...own]
    .filter(([item, worth]) => isMore(worth, others.get(item) ?? NOTHING))
    .sort(([a, one], [b, other]) => (isMore(one, other) ? -1 : isMore(other, one) ? 1 : a - b))
    .map(([item]) => item);
}

const NOTHING: Worth = [0, 0];

function isMore([gain, information]: Worth, [otherGain, otherInformation]: Worth): boolean {
  return gain > otherGain || (gain === otherGain && information > otherInformation);
}
