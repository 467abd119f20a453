// Ways of looking at the items of a pool: as they are given, with the pool's correlations taken out, or by the ranks of
// their values. A view turns features into others; a kernel then compares these.
import { type Features, isGroups, isSparse } from "../../features.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { Kernel } from "../kernel.ts";
import { decorrelation } from "./decorrelation.ts";
import type { GroupName } from "./learned.ts";
import { rankScores } from "./rank-scores.ts";

/** One way of looking at the items of a pool. */
export interface FeatureView {
  readonly name: GroupName;
  /** The pool's features in this view. */
  readonly features: Features;
  /** Other items' features in this view. */
  see(features: Features): Features;
}

/** Beyond this many columns (pixels, embeddings) correlations are too many to be told from a pool. */
const MAX_VIEWED_COLUMNS = 128;

/** The features as they are given. */
export function givenView(pool: Features): FeatureView {
  return { name: "given", features: pool, see: (features) => features };
}

/** The features with the pool's correlations taken out. */
export function decorrelatedView(pool: Matrix, shrinkage: number): FeatureView {
  const decorrelate = decorrelation(pool, shrinkage);
  return viewBy("decorrelated", pool, (features) => decorrelate(features as Matrix));
}

/** Normal scores of the ranks in the pool, column by column. */
export function rankView(pool: Matrix): FeatureView {
  const score = rankScores(pool);
  return viewBy("ranks", pool, (features) => score(features as Matrix));
}

/** A view that turns features into others; what was turned once is remembered. */
export function viewBy(name: GroupName, pool: Features, turn: (features: Features) => Matrix): FeatureView {
  const turned = new WeakMap<Features, Features>();
  const see = (features: Features): Features => {
    const known = turned.get(features) ?? turn(features);
    turned.set(features, known);
    return known;
  };
  return {
    name,
    get features() {
      return see(pool);
    },
    see,
  };
}

/** Why the features of a pool have no other view than the given one; null where they have. */
export function whyOneView(pool: Features): string | null {
  if (isGroups(pool) || isSparse(pool)) return "it needs one dense matrix of numbers";
  if (pool.cols < 2) return "it needs at least 2 columns";
  return pool.cols > MAX_VIEWED_COLUMNS ? `it needs at most ${MAX_VIEWED_COLUMNS} columns` : null;
}

/** A pool in a view, with the learned kernel there. */
export function poolIn(pool: Pool, view: FeatureView, kernel: Kernel): Pool {
  const { evaluation } = pool;
  const points = evaluation.isPool ? view.features : view.see(evaluation.features);
  return Object.freeze({ ...pool, kernel, features: view.features, evaluation: { ...evaluation, features: points } });
}
