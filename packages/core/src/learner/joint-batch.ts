// Several items at once by their joint gain. The expected gain of a set is that of its first items plus, over the answers
// these will get, the expected gain of the next: gain(S + c) = gain(S) + E[xgain(c | L with the answers for S)]. So the
// greedy choice of the next item maximises that expectation. It is estimated from a few draws of the answers, each drawn
// from (k_c + beta) / |k_c + beta|_1 one after the other, given those before; the first item is exact.

import { candidatesOf } from "../candidates.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { DEFAULT_PRIOR, type Prior, priorPerClass } from "../classifier/priors.ts";
import type { EngineSession } from "../engine/engine.ts";
import { largestOf } from "../engine/largest-of.ts";
import type { Labels } from "../labels.ts";
import { row } from "../matrix.ts";
import type { Generator } from "../random/generator.ts";
import type { Strategy } from "../strategies/strategy.ts";
import type { XpalStrategy } from "../strategies/xpal.ts";
import { pick } from "./pick.ts";
import type { Suggestion } from "./snapshot.ts";

/** How many draws of the answers are averaged. */
const DRAWS = 8;

/** Up to `count` items, best first; scores are the expected gains at the time of the choice. */
export async function jointBatch(
  session: EngineSession,
  labels: Labels,
  count: number,
  strategy: Strategy,
  chance: Generator,
): Promise<Suggestion[]> {
  const batch: Suggestion[] = [];
  let supposed: readonly Labels[] = [labels];
  while (batch.length < count) {
    const taken = batch.map(({ index }) => index);
    const candidates = candidatesOf(session.pool, labels, count).filter((index) => !taken.includes(index));
    if (candidates.length === 0) break;
    const scores = new Float64Array(candidates.length);
    for (const known of supposed) {
      const scored = await session.scores({ strategy, labels: known, candidates, generator: chance });
      for (let place = 0; place < scores.length; place++) scores[place] += scored.scores[place] / supposed.length;
    }
    const [place] = pick({ scores, best: largestOf(scores) }, 1, chance).places;
    const index = candidates[place];
    batch.push({ index, score: scores[place] });
    if (batch.length === count) break;
    if (supposed.length === 1) supposed = Array.from({ length: DRAWS }, () => supposed[0]);
    supposed = await withAnswers(session, supposed, index, betaOf(strategy), chance);
  }
  return batch;
}

/** The prior at the candidate by which the strategy weighs answers; the paper's where it has none. */
function betaOf(strategy: Strategy): Prior {
  return "candidatePrior" in strategy ? (strategy as XpalStrategy).candidatePrior : DEFAULT_PRIOR;
}

/** The same labels with an answer for an item, each drawn from what the model says at these labels. */
async function withAnswers(
  session: EngineSession,
  supposed: readonly Labels[],
  index: number,
  prior: Prior,
  chance: Generator,
): Promise<Labels[]> {
  const answered: Labels[] = [];
  for (const known of supposed) {
    const k = row(await session.frequencies(known), index);
    const p = posteriorOf(k, priorPerClass("suggest", "candidatePrior", prior, k.length));
    let left = chance.nextUnit();
    let y = 0;
    while (y < p.length - 1 && left >= p[y]) left -= p[y++];
    answered.push(known.add(index, y));
  }
  return answered;
}
