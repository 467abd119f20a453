// Items that are nearly the same: an answer to one says nearly all that an answer to the other would.
import type { Learner } from "@xpal/core";

/** From this similarity on; 1 is the same item twice. */
const SAME = 0.98;

/** Those of some items that are nearly the same as one of others, by the kernel as the answers have taught it. */
export async function twinsOf(
  learner: Learner,
  items: readonly number[],
  others: readonly number[],
): Promise<number[]> {
  if (others.length === 0) return [];
  const { features } = learner.pool;
  const kernel = await learner.learnedKernel();
  return items.filter((item) => others.some((one) => kernel.similarity(features, item, features, one) >= SAME));
}

/** All pairs of items that are nearly the same. */
export async function twinPairs(learner: Learner, items: readonly number[]): Promise<(readonly [number, number])[]> {
  const { features } = learner.pool;
  const kernel = await learner.learnedKernel();
  return items.flatMap((item, at) =>
    items
      .slice(0, at)
      .filter((other) => kernel.similarity(features, item, features, other) >= SAME)
      .map((other) => [other, item] as const),
  );
}
