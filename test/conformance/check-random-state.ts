// NumPy's generator and the split built on it, to the last bit.
import { RandomState } from "../../packages/lab/dist/paper/numpy/random-state.js";
import { trainTestSplit } from "../../packages/lab/dist/paper/numpy/train-test-split.js";
import { type Content, given } from "./checker.ts";
import { EXACT, type Tally } from "./tally.ts";

interface Stream {
  readonly seed: number;
  readonly steps: readonly Step[];
}

interface Step {
  readonly call: string;
  readonly size?: number | readonly number[] | null;
  readonly shape?: number | readonly number[] | null;
  readonly low?: number;
  readonly high?: number;
  readonly n?: number;
  readonly result: unknown;
}

interface SplitCase {
  readonly n: number;
  readonly seed: number;
  readonly train?: readonly number[] | null;
  readonly test?: readonly number[] | null;
  readonly train_first?: readonly number[] | null;
  readonly test_first?: readonly number[] | null;
  readonly train_count?: number | null;
  readonly test_count?: number | null;
}

/** Checks a file of NumPy's draws and splits. */
export async function checkRandomState(content: Content, tally: Tally): Promise<void> {
  await tally.each<Stream>("random_state", content.random_state, (stream) => checkStream(stream, tally));
  await tally.each<SplitCase>("train_test_split", content.train_test_split, (split) => checkSplit(split, tally));
}

/** The steps share one generator, so they are made in order, and an unknown one ends the stream. */
function checkStream({ seed, steps }: Stream, tally: Tally): void {
  const random = new RandomState(seed);
  steps.forEach((step, i) => {
    const want = [step.result].flat(Infinity) as number[];
    tally.vector(`seed ${seed}, step ${i} (${step.call})`, draw(random, step), want, EXACT);
  });
}

function draw(random: RandomState, step: Step): ArrayLike<number> {
  const count = [step.shape ?? step.size ?? 1].flat().reduce((product, length) => product * length, 1);
  switch (step.call) {
    case "random_sample":
      return random.randomSample(count);
    case "uniform":
      return random.uniform(step.low ?? 0, step.high ?? 1, count);
    case "randint":
      return Array.from({ length: count }, () => random.randint(step.low ?? 0, step.high ?? 0));
    case "permutation":
      return random.permutation(step.n ?? 0);
    default:
      throw new Error(`the call ${JSON.stringify(step.call)} is not known`);
  }
}

function checkSplit(want: SplitCase, tally: Tally): void {
  const { n, seed } = want;
  const got = trainTestSplit(n, seed);
  for (const part of ["train", "test"] as const) {
    const where = `split of ${n} by seed ${seed}, ${part}`;
    const all = want[part];
    const first = want[`${part}_first`];
    const count = want[`${part}_count`];
    if (given(all)) tally.vector(where, got[part], all, EXACT);
    if (given(first)) tally.vector(`${where}, first`, got[part].slice(0, first.length), first, EXACT);
    if (given(count)) tally.same(`${where}, count`, got[part].length, count);
  }
}
