// A kernel that also learns how to look at the items: the adaptive kernel on the features as they are given, and the same
// on decorrelated features. Whichever explains the labels better serves. docs/guide/adaptive.md gives the evidence.
import { checkOptions, refuse } from "../../check.ts";
import { type Features, isGroups, isSparse } from "../../features.ts";
import type { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { checkKernel, type Kernel } from "../kernel.ts";
import { ADAPTIVE_OPTIONS, type AdaptiveKernel, type AdaptiveOptions, adaptive } from "./adaptive.ts";
import { type Decorrelation, decorrelation } from "./decorrelation.ts";

/** The options of `adaptive`, and how strongly correlations are taken out. */
export interface AdaptiveViewsOptions extends AdaptiveOptions {
  /** Added to the diagonal of the correlations, from 1e-6 to 1e6; 0.1 by default. The larger, the less changes. */
  readonly shrinkage?: number;
}

/** How the items are looked at. */
export type ViewName = "given" | "decorrelated";

/** One way of looking at the items of a pool. */
export interface FeatureView {
  readonly name: ViewName;
  /** The pool's features as they look. */
  readonly features: Features;
  /** Other items' features as they look beside the pool's. */
  see(features: Features): Features;
}

/** The adaptive kernel with views. */
export interface AdaptiveViewsKernel extends Kernel {
  /** What learns on each view. */
  readonly adaptive: AdaptiveKernel;
  readonly shrinkage: number;
  learn(pool: Features, labels: Labels): Kernel;
  /** The views of a pool, the given one first; it is the only one for more than 128 columns or where nothing varies together. */
  viewsOn(pool: Features): readonly FeatureView[];
  /** The view that explains these labels best; the given one while there are too few of them. */
  viewAt(pool: Features, labels: Labels): FeatureView;
}

/** Beyond so many columns (pixels, embeddings) correlations are too many to be told from a pool. */
const MOST_COLUMNS = 128;
const LEAST_SHRINKAGE = 1e-6;

/**
 * The adaptive kernel on the given and on the decorrelated features, whichever explains the labels better.
 * @throws XpalError if the base kernel is not rbf, or an option is out of range or unknown.
 * @example adaptiveViews({ base: rbf({ bandwidth: 1 }) }).shrinkage // 0.1
 */
export function adaptiveViews(options: AdaptiveViewsOptions): AdaptiveViewsKernel {
  checkOptions("adaptiveViews", options ?? null, [...ADAPTIVE_OPTIONS, "shrinkage"]);
  const { shrinkage = 0.1, ...rest } = options;
  const inner = adaptive(rest);
  const { base } = inner;
  if (base.name !== "rbf") refuse("adaptiveViews", "base", "must be the kernel rbf", base.name, "use adaptive");
  if (!(typeof shrinkage === "number" && shrinkage >= LEAST_SHRINKAGE && shrinkage <= 1 / LEAST_SHRINKAGE)) {
    const rule = `must be a number from ${LEAST_SHRINKAGE} to ${1 / LEAST_SHRINKAGE}`;
    refuse("adaptiveViews", "shrinkage", rule, shrinkage);
  }
  const known = new WeakMap<Features, readonly FeatureView[]>();
  const viewsOn = (pool: Features): readonly FeatureView[] => {
    const views = known.get(pool) ?? viewsOf(pool, shrinkage);
    known.set(pool, views);
    return views;
  };
  const viewAt = (pool: Features, labels: Labels): FeatureView => {
    const views = viewsOn(pool);
    if (views.length === 1 || labels.count < inner.from) return views[0];
    return views[mostEvident(views.map(({ features }) => inner.evidenceAt(features, labels)))];
  };
  return {
    name: "adaptiveViews",
    adaptive: inner,
    shrinkage,
    similarity: (a, i, b, j) => base.similarity(a, i, b, j),
    viewsOn,
    viewAt,
    learn(pool, labels) {
      const view = viewAt(pool, labels);
      return seenThrough(view, inner.learn(view.features, labels));
    },
    check: (who, features) => base.check(who, features),
    toJSON: () => ({ ...inner.toJSON(), name: "adaptiveViews", shrinkage }),
  };
}

/**
 * Whether a kernel is one made by `adaptiveViews`.
 * @throws XpalError if it is not a kernel.
 * @example isAdaptiveViews(rbf({ bandwidth: 1 })) // false
 */
export function isAdaptiveViews(kernel: Kernel): kernel is AdaptiveViewsKernel {
  checkKernel("isAdaptiveViews", "kernel", kernel);
  return kernel.name === "adaptiveViews" && "viewsOn" in kernel;
}

/** The place of the largest evidence; the first of equal ones. */
export function mostEvident(evidence: readonly (number | null)[]): number {
  const values = evidence.map((value) => value ?? -Infinity);
  return Math.max(0, values.indexOf(Math.max(...values)));
}

/** A pool as it looks in a view, with the kernel that learns there. */
export function poolIn(pool: Pool, view: FeatureView, kernel: AdaptiveKernel): Pool {
  const { evaluation } = pool;
  const points = evaluation.isPool ? view.features : view.see(evaluation.features);
  return Object.freeze({ ...pool, kernel, features: view.features, evaluation: { ...evaluation, features: points } });
}

function viewsOf(pool: Features, shrinkage: number): readonly FeatureView[] {
  const given: FeatureView = { name: "given", features: pool, see: (features) => features };
  if (isGroups(pool) || isSparse(pool) || pool.cols < 2 || pool.cols > MOST_COLUMNS) return [given];
  return [given, decorrelatedView(pool, decorrelation(pool, shrinkage))];
}

function decorrelatedView(pool: Matrix, decorrelate: Decorrelation): FeatureView {
  const seen = new WeakMap<Features, Features>();
  const see = (features: Features): Features => {
    const known = seen.get(features) ?? decorrelate(features as Matrix);
    seen.set(features, known);
    return known;
  };
  return { name: "decorrelated", features: see(pool), see };
}

/** A kernel that was learnt in a view, for items as they are given. */
export function seenThrough(view: FeatureView, learnt: Kernel): Kernel {
  if (view.name === "given") return learnt;
  const { frequencies } = learnt;
  return {
    name: learnt.name,
    similarity: (a, i, _pool, j) => learnt.similarity(view.see(a), i, view.features, j),
    ...(frequencies && {
      frequencies: (features, _pool, labels, classCount) =>
        frequencies(view.see(features), view.features, labels, classCount),
    }),
    check: (who, features) => learnt.check(who, features),
    toJSON: () => ({ ...learnt.toJSON(), view: view.name }),
  };
}
