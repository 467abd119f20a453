// Where the chance of a run comes from: which rows are tested on, the draws of the strategy, and the draws that break
// ties between classes. A plan names it, since plans travel to threads and other machines as data.
import { type Generator, generator, shuffled } from "@xpal/core";
import { checkShare, reject } from "@xpal/core/check";
import { RandomState } from "../paper/numpy/random-state.ts";
import { type SeededSplit, splitWithAllClasses } from "../paper/numpy/train-test-split.ts";

/** The share of the test part in the paper. */
export const TEST_SHARE = 0.4;

/** A source of chance. */
export interface Chance {
  /** The rows of the two parts, and the seed from which the run goes on. */
  split(labels: Uint32Array, seed: number, share: number): SeededSplit;
  /** What the strategy draws from. */
  generator(seed: number): Generator;
  /** Gives numbers to break ties with, one list per test of a classifier. */
  ties(seed: number, size: TieSize): () => Float64Array;
}

/** How many numbers a test of a classifier draws. */
interface TieSize {
  /** Rows of the training part times classes. */
  readonly train: number;
  /** Rows of the test part times classes. */
  readonly test: number;
}

/** Sources by their names in plans. */
export const CHANCES: Readonly<Record<"numpy" | "plain", Chance>> = {
  /**
   * NumPy's stream as the paper's experiments draw from it: both parts of a split hold the same classes, and each test
   * draws uniform(1, 2) for all training rows first.
   */
  numpy: {
    split: splitWithAllClasses,
    generator: (seed) => new RandomState(seed),
    ties: (seed, { train, test }) => {
      const chance = new RandomState(seed);
      return () => {
        chance.skip(train);
        return chance.uniform(1, 2, test);
      };
    },
  },
  /** The core's generator and a plain split, for tables in which a class may be too rare to be in both parts. */
  plain: {
    split: plainSplit,
    generator: (seed) => generator(seed, 1),
    ties: (seed, { test }) => {
      const chance = generator(seed, 2);
      return () => Float64Array.from({ length: test }, () => chance.nextUnit());
    },
  },
};

/** The name of a source of randomness. */
export type ChanceName = keyof typeof CHANCES;

/**
 * How many rows of a table are tested on.
 * @example testCountOf(150) // 60
 */
export function testCountOf(rows: number, share: number = TEST_SHARE): number {
  return Math.ceil(share * rows);
}

/** A random split; the first rows of the shuffled ones are the test part. */
function plainSplit({ length }: Uint32Array, seed: number, share: number): SeededSplit {
  checkShare("plainSplit", "share", share);
  const testCount = testCountOf(length, share);
  if (testCount >= length) reject("plainSplit", "share", `must leave one of ${length} rows to learn from`, share);
  const order = shuffled(length, generator(seed));
  return { test: order.slice(0, testCount), train: order.slice(testCount), seed };
}
