// What a further opinion is worth, of each annotator who is there, against a new item put to the same annotator: the library's
// `askWhom` over the kernel as it has learned, for the best new items and the answered ones that are least certain.
import { askWhom, type Labels, type Learner } from "@xpal/core";
import { priorsIn } from "./priors-in.ts";
import type { ScoringCalls, SecondOpinionWorth } from "./scoring-calls.ts";

/** As many new items are compared, and as many answered ones. */
const NEW = 8;
const AGAIN = 40;

/** For each annotator the answered item that is worth the most, where that is more than a new one. */
export async function secondOpinionWorth(
  learner: Learner,
  labels: Labels,
  { annotators, answers, known, measured, present, again }: Parameters<ScoringCalls["whom"]>[0],
): Promise<SecondOpinionWorth[]> {
  if (annotators === 0 || present.length === 0) return [];
  const snapshot = learner.at(labels);
  const best = (await snapshot.suggest(NEW, { batch: "top" })).map(({ index }) => index);
  const doubtful = leastCertain(labels, again).slice(0, AGAIN);
  if (doubtful.length === 0) return [];
  const pool = { ...learner.pool, kernel: await snapshot.kernel() };
  const candidates = [...best, ...doubtful];
  const frequencies = await snapshot.frequencies();
  const questions = askWhom(
    pool,
    { annotators, answers, known, measured, present, candidates, frequencies },
    priorsIn(learner),
  );
  return present.flatMap((annotator): SecondOpinionWorth[] => {
    const own = questions.filter((one) => one.annotator === annotator);
    const second = own.find(({ secondOpinion }) => secondOpinion);
    const newGain = own.find(({ secondOpinion }) => !secondOpinion)?.gain ?? 0;
    if (second === undefined || !(second.gain > newGain)) return [];
    // The one who can tell most is asked; nobody else who is there has more to say about this item.
    const mostOf = questions.find(({ item }) => item === second.item);
    return mostOf?.annotator === annotator ? [{ annotator, item: second.item, gain: second.gain, newGain }] : [];
  });
}

/** Labelled items, those whose shares are the most even first. */
function leastCertain(labels: Labels, items: readonly number[]): number[] {
  const certainty = new Map(
    labels.labelled.map(({ index, weights }) => {
      const shares = Array.from(weights);
      return [index, Math.max(...shares) / shares.reduce((sum, share) => sum + share, 0)] as const;
    }),
  );
  const known = items.filter((item) => certainty.has(item));
  return known.sort((a, b) => (certainty.get(a) ?? 1) - (certainty.get(b) ?? 1) || a - b);
}
