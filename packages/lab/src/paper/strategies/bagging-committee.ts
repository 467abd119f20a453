// The committee of the paper's QBC as its code drew it: scikit-learn's BaggingClassifier on the strategy's generator.
// Per query one subset size, from half of the columns (rounded up) to all but one; then one seed per member, from which
// the member draws its columns without and its labelled items with repetition. Before that the base classifier takes one
// number from the member's generator, as in the versions the paper can have used (docs/decisions/0021-committee-stream.md).
import { type CommitteeMember, type Labels, type Pool, qbc } from "@xpal/core";
import { RandomState } from "../numpy/random-state.ts";
import { reject } from "@xpal/core/check";
import type { StrategyMaker } from "../../replay/run-strategy.ts";

const MEMBER_COUNT = 25;
const LARGEST_SEED = 2 ** 31 - 1;

/**
 * QBC on a pool, made again for each query. While fewer than two classes have labels nothing is drawn, as no committee
 * is trained.
 * @throws XpalError if the pool has only one column to choose from, or features of several kinds.
 */
export function baggedCommittee(pool: Pool): StrategyMaker {
  if (!("data" in pool.features)) {
    reject("baggedCommittee", "pool", "must have one dense matrix of features, which members take columns of");
  }
  const columnCount = pool.features.cols;
  if (columnCount < 2) {
    reject("baggedCommittee", "pool", "must have at least 2 columns, so that a member can leave one out", columnCount);
  }
  return (labels, random) => {
    if (!(random instanceof RandomState)) {
      return reject("baggedCommittee", "the generator", "must be NumPy's, which the paper's committee draws from");
    }
    if (labelledClasses(labels) < 2) return qbc();
    const items = labels.labelled.map(({ index }) => index);
    const size = random.randint(Math.ceil(columnCount / 2), columnCount);
    const seeds = random.bootstrap(LARGEST_SEED, MEMBER_COUNT);
    return qbc({ members: Array.from(seeds, (seed) => member(seed, items, columnCount, size)) });
  };
}

function member(seed: number, items: number[], columnCount: number, size: number): CommitteeMember {
  const random = new RandomState(seed);
  random.randint(0, LARGEST_SEED); // the base classifier's own seed
  const columns = random.choice(columnCount, size);
  const samples = random.bootstrap(items.length, items.length).map((place) => items[place]);
  return { samples, columns };
}

function labelledClasses(labels: Labels): number {
  const classes = new Set<number>();
  for (const { counts } of labels.labelled) {
    counts.forEach((count, y) => {
      if (count > 0) classes.add(y);
    });
  }
  return classes.size;
}
