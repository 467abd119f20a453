// The split of the paper's experiments: scikit-learn's train_test_split(test_size=0.4, random_state=seed), and the
// rule by which the published experiment script splits again until both parts hold the same classes.
import { checkInteger, checkFiniteNumbers, checkShare, reject } from "@xpal/core/check";
import { RandomState } from "./random-state.ts";

/** The share of the test part in the paper. */
const TEST_SHARE = 0.4;
const SEED_STEP = 1000;
/** A class of one member can never be in both parts; a class of two is within a handful of tries. */
const MAX_TRIES = 1000;

/** The indices of the two parts, in the order drawn. */
export interface Split {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/** A split, and the seed from which classifier and strategy go on. */
export interface SeededSplit extends Split {
  readonly seed: number;
}

/**
 * A split of n items: of a permutation, the first ceil(share * n) are the test part, the others the training part.
 * @param share The share of the test part; 0.4 by default.
 * @throws XpalError if there are fewer than two items, a part would be empty, or NumPy would not accept the seed.
 * @example trainTestSplit(10, 1).test.length // 4
 */
export function trainTestSplit(n: number, seed: number, share: number = TEST_SHARE): Split {
  checkInteger("trainTestSplit", "n", n, 2);
  checkShare("trainTestSplit", "share", share);
  const testCount = Math.ceil(share * n);
  if (testCount === n) reject("trainTestSplit", "share", `must leave an item of ${n} for training`, share);
  const order = new RandomState(seed).permutation(n);
  return { test: order.slice(0, testCount), train: order.slice(testCount) };
}

/**
 * A split whose two parts hold the same classes. While they do not, it is split again with the current seed and the
 * seed then grows by 1000: the first retry repeats the split, and the seed left over is one step past the accepted one.
 * @param labels One class number per item.
 * @param share The share of the test part; 0.4 by default.
 * @throws XpalError if no such split is found, as when a class has a single member.
 */
export function splitWithAllClasses(labels: ArrayLike<number>, seed: number, share?: number): SeededSplit {
  checkFiniteNumbers("splitWithAllClasses", "labels", labels, 2);
  let split = trainTestSplit(labels.length, seed, share);
  let current = seed;
  for (let tries = 0; !sameClasses(labels, split); tries++) {
    if (tries === MAX_TRIES) {
      const rule = `must have enough items of each class: in each of ${MAX_TRIES} splits a part lacked a class`;
      reject("splitWithAllClasses", "labels", rule, undefined, "drop classes with very few members");
    }
    split = trainTestSplit(labels.length, current, share);
    current += SEED_STEP;
  }
  return { ...split, seed: current };
}

function sameClasses(labels: ArrayLike<number>, { train, test }: Split): boolean {
  const inTrain = new Set(Array.from(train, (i) => labels[i]));
  const inTest = new Set(Array.from(test, (i) => labels[i]));
  return inTrain.size === inTest.size && [...inTrain].every((label) => inTest.has(label));
}
