// A kernel that also learns how to look at the items: the adaptive kernel on the features as they are given, and the same
// on decorrelated features. The view that explains the labels better is used. docs/guide/adaptive.md gives the evidence.
import { checkOptions, refuse } from "../../check.ts";
import type { Features } from "../../features.ts";
import type { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Kernel } from "../kernel.ts";
import { ADAPTIVE_OPTIONS, type AdaptiveKernel, type AdaptiveOptions, adaptive } from "./adaptive.ts";
import { decorrelatedView, type FeatureView, givenView, seenThrough, whyOneView } from "./feature-view.ts";
import type { LearntState } from "./learnt.ts";

/** The options of `adaptive`, and how strongly correlations are taken out. */
export interface AdaptiveViewsOptions extends AdaptiveOptions {
  /** Added to the diagonal of the correlations, from 1e-6 to 1e6; 0.1 by default. The larger, the less changes. */
  readonly shrinkage?: number;
}

/** The adaptive kernel with views. */
export interface AdaptiveViewsKernel extends Kernel {
  /** What learns on each view. */
  readonly adaptive: AdaptiveKernel;
  readonly shrinkage: number;
  stateAt(pool: Features, labels: Labels): LearntState;
  /** The views of a pool, the given one first; it is the only one for more than 128 columns or where nothing varies together. */
  viewsOn(pool: Features): readonly FeatureView[];
  /** The view that explains these labels best; the given one while there are too few of them. */
  viewAt(pool: Features, labels: Labels): FeatureView;
}

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
    stateAt(pool, labels) {
      const view = viewAt(pool, labels);
      const { kernel, learnt } = inner.stateAt(view.features, labels);
      if (learnt === null) return { kernel, learnt };
      const groups = viewsOn(pool).map((other) => {
        const group = { ...learnt.groups[0], name: other.name };
        if (other === view) return group;
        const evidence = inner.evidenceAt(other.features, labels) ?? -Infinity;
        return { ...group, weights: new Float64Array(group.weights.length), share: 0, evidence };
      });
      return { kernel: seenThrough(view, kernel), learnt: { ...learnt, groups } };
    },
    check: (who, features) => base.check(who, features),
    toJSON: () => ({ ...inner.toJSON(), name: "adaptiveViews", shrinkage }),
  };
}

/** The position of the largest evidence; the first of equal ones. */
export function mostEvident(evidence: readonly (number | null)[]): number {
  const values = evidence.map((value) => value ?? -Infinity);
  return Math.max(0, values.indexOf(Math.max(...values)));
}

function viewsOf(pool: Features, shrinkage: number): readonly FeatureView[] {
  if (whyOneView(pool) !== null) return [givenView(pool)];
  return [givenView(pool), decorrelatedView(pool as Matrix, shrinkage)];
}
