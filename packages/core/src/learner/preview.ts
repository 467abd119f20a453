// What each possible answer for an item would do: its probability, the risk it removes, and which decisions it flips.
import type { ClassName } from "../classes.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { DEFAULT_PRIOR, type Prior, priorPerClass } from "../classifier/priors.ts";
import { similarityOf } from "../kernels/similarity-of.ts";
import type { Matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import type { Strategy } from "../strategies/strategy.ts";
import type { GainProblem } from "../strategies/xgain.ts";
import type { XpalStrategy } from "../strategies/xpal.ts";
import { answerEffects } from "./answer-effects.ts";
import { samplingError } from "./sampling-error.ts";

/** A decision that an answer would change. */
export interface Flip {
  /** The evaluation point: its position in the pool, or in the evaluation set where that is not of the pool. */
  readonly index: number;
  readonly from: ClassName;
  readonly to: ClassName;
}

/** What one answer would do. */
export interface AnswerPreview {
  readonly class: ClassName;
  /** How likely the answer is. */
  readonly probability: number;
  /** The drop in risk if this were the answer: in error rate, or with a loss matrix in mean cost; under the balanced measure in the mean over the classes of either. */
  readonly gain: number;
  /** How many decisions at evaluation points it would change. */
  readonly flipCount: number;
  /** These decisions, or the first of them where fewer were asked for. */
  readonly flips: readonly Flip[];
}

/** What the answers for one item would do, and what to expect of them on average. */
export interface Preview {
  readonly index: number;
  /** The expected gain (xgain): the answers' gains weighted by their probabilities. */
  readonly gain: number;
  /** The gain times the size of the evaluation set: in items, or with a loss matrix in cost; a number of neither under the balanced measure. */
  readonly items: number;
  /** The standard error of the gain where the evaluation set is a sample of the pool without weights, else null. */
  readonly standardError: number | null;
  /** One per declared class, in their order. */
  readonly answers: readonly AnswerPreview[];
}

/** How much a preview computes. */
export interface PreviewOptions {
  /** How many flips are listed per answer; all by default. They are counted in any case. */
  readonly flips?: number;
}

/** The preview of an item, from the frequencies at it and at the evaluation points. */
export function previewOf(
  pool: Pool,
  lossMatrix: Matrix | null,
  index: number,
  candidateFreq: Float64Array,
  evaluationFreq: Matrix,
  strategy: Strategy,
  most = Infinity,
): Preview {
  const { alpha, beta } = priorsOf(strategy, pool.classCount);
  const { lossUnit } = pool;
  const problem: GainProblem = {
    similarity: similarityToEvaluation(pool, index),
    freq: evaluationFreq,
    candidateFreq,
    ...(pool.evaluation.weights === null ? {} : { weights: pool.evaluation.weights }),
    ...(lossMatrix === null ? {} : { lossMatrix }),
  };
  const chance = posteriorOf(candidateFreq, beta);
  const answers = answerEffects(problem, alpha, most).map(({ drop, count, changes }, yc) => ({
    class: pool.classes[yc],
    probability: chance[yc],
    gain: lossUnit * drop,
    flipCount: count,
    flips: changes.map(({ point, before, after }) => ({
      index: pool.evaluation.indices?.[point] ?? point,
      from: pool.classes[before],
      to: pool.classes[after],
    })),
  }));
  let gain = 0;
  for (const answer of answers) gain += answer.probability * answer.gain;
  const { sampled, weights } = pool.evaluation;
  const standardError =
    sampled && weights === null ? lossUnit * samplingError(problem, chance, alpha, pool.size) : null;
  return { index, gain, items: gain * pool.evaluation.size, standardError, answers };
}

/** The priors of the gain: the strategy's own where it is xPAL, the paper's otherwise. */
function priorsOf(strategy: Strategy, classCount: number): { alpha: Float64Array; beta: Float64Array } {
  const { evaluationPrior = DEFAULT_PRIOR, candidatePrior = DEFAULT_PRIOR } =
    strategy.name === "xpal" ? (strategy as XpalStrategy) : ({} as { evaluationPrior?: Prior; candidatePrior?: Prior });
  return {
    alpha: priorPerClass("preview", "evaluationPrior", evaluationPrior, classCount),
    beta: priorPerClass("preview", "candidatePrior", candidatePrior, classCount),
  };
}

/** K(c, x) for one item and all evaluation points; points outside the pool know their similarity to it, not the reverse. */
function similarityToEvaluation({ kernel, features, evaluation }: Pool, c: number): Float64Array {
  return Float64Array.from({ length: evaluation.size }, (_, x) =>
    evaluation.indices === null
      ? similarityOf(kernel, evaluation.features, x, features, c)
      : similarityOf(kernel, features, c, features, evaluation.indices[x]),
  );
}
