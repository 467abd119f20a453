// The reference's names for strategies, and which of ours they mean.
import { alce, eer, greedyAll, matrixFrom, pal, qbc, type Strategy, us, xpal } from "@xpal/core";
import { given } from "./checker.ts";
import { largestOf, type Tolerance } from "./tally.ts";

/** What some strategies need besides the pool and the labels. */
export interface StrategyInputs {
  readonly bandwidth?: number | undefined;
  readonly y_train: readonly number[];
  readonly alce_embedding?: { readonly class_points: number[][]; readonly prediction_points: number[][] } | null;
  readonly qbc_members?: readonly { readonly samples: number[]; readonly features: number[] }[] | null;
}

/** Our strategy for a name such as "xpal-0.001", "lc" or "zero-one-loss". */
export function referenceStrategy(name: string, inputs: StrategyInputs): Strategy {
  const [kind, prior] = [name.replace(/-[\d.e+-]+$/, ""), Number(name.slice(name.indexOf("-") + 1))];
  switch (kind) {
    case "xpal":
      return xpal({ evaluationPrior: prior, candidatePrior: prior });
    case "pal":
      return pal({ prior });
    case "lc":
      return us({ measure: "leastConfidence" });
    case "sm":
      return us({ measure: "margin" });
    case "entropy":
      return us({ measure: "entropy" });
    case "zero-one-loss":
      return eer({ loss: "zeroOne" });
    case "log-loss":
      return eer({ loss: "log" });
    case "optimal":
      return greedyAll({ truth: inputs.y_train.map(className) });
    case "alce":
      return alceOf(inputs);
    case "qbc":
      return qbcOf(inputs);
    default:
      throw new Error(`the strategy ${JSON.stringify(name)} is not known`);
  }
}

/** The name under which a class is declared to the pool. */
export function className(classIndex: number): string {
  return String(classIndex);
}

/** How far a score may be off: PAL's gains are differences of near-equal terms, hence absolute; else relative to the largest. */
export function scoreTolerance(name: string, want: ArrayLike<number | null>): Tolerance {
  return name.startsWith("pal") ? { within: 1e-9 } : { within: 1e-9, scale: largestOf(want) };
}

function alceOf({ bandwidth, alce_embedding: embedding }: StrategyInputs): Strategy {
  return alce({
    ...(bandwidth === undefined ? {} : { bandwidth }),
    ...(given(embedding)
      ? {
          embedding: {
            classPoints: matrixFrom(embedding.class_points),
            predictionPoints: matrixFrom(embedding.prediction_points),
          },
        }
      : {}),
  });
}

function qbcOf({ qbc_members: members }: StrategyInputs): Strategy {
  if (!given(members)) return qbc();
  return qbc({ members: members.map(({ samples, features }) => ({ samples, columns: features })) });
}
