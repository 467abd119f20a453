// What a kernel has learned from some labels, as plain data that can travel between threads and be put into words once
// (describe-learned.ts).
import type { Kernel } from "../kernel.ts";
import type { BankMember } from "./kernel-bank.ts";

/** How a group of members sees the items: a view of the features, or a learned metric. */
export type GroupName =
  | "given"
  | "decorrelated"
  | "ranks"
  | "weights"
  | "rankWeights"
  | "full"
  | "partWeights"
  | "forest";

/** The result of fitting a metric. */
export interface LearnedMetric {
  /** On how many labelled items it was fitted. */
  readonly fittedOn: number;
  /**
   * How much a squared difference in each column counts, relative to the given features; of a forest the share of the
   * impurity that splits of the column removed, relative to the mean of all columns.
   */
  readonly columnWeights: Float64Array;
  /** Whether the fit met numbers that are not finite and stopped; the last good metric is used. */
  readonly stopped: boolean;
}

/** How much a column counts, and how certain that is. */
export interface ColumnWeight {
  /** How much a squared difference in this column counts, relative to the given features. */
  readonly weight: number;
  /** The least and the largest weight among fits that each leave out a fifth of the labelled items. */
  readonly low: number;
  readonly high: number;
  /** Whether the column counts for next to nothing in all of these fits. */
  readonly ignored: boolean;
}

/**
 * What the answers say about an original column. counts: they are clearly less likely without it; covered: they could do
 * without it, but it alone tells much, so that other columns say the same; against: they are clearly more likely without
 * it; unknown: they cannot tell yet.
 */
export type ColumnVerdict = "counts" | "covered" | "against" | "unknown";

/** For and against a column: logarithms of ratios of probabilities, 3 and more being strong. */
export interface ColumnEvidence {
  /** For the learned weights against leaving the column out; each item is scored by weights fitted without it. */
  readonly without: number;
  /** For the column alone against no column at all. */
  readonly alone: number;
  readonly verdict: ColumnVerdict;
}

/** One view or metric with its members. */
export interface LearnedGroup {
  readonly name: GroupName;
  readonly members: readonly BankMember[];
  /** One weight per member; those of all groups sum to 1, and are 0 in a group that is not used. */
  readonly weights: Float64Array;
  /** The sum of the weights. */
  readonly share: number;
  /** ln of the sum of e^score over the members. */
  readonly evidence: number;
  readonly metric?: LearnedMetric;
}

/** What a kernel has learned. */
export interface Learned {
  /** From how many labelled items the weights were learned. */
  readonly count: number;
  /** ln of the sum of e^score over all members. */
  readonly evidence: number;
  readonly groups: readonly LearnedGroup[];
  /** Views and metrics that do not apply, each with the reason in words. */
  readonly skipped: readonly { readonly name: GroupName; readonly reason: string }[];
}

/** The learned kernel at some labels. */
export interface LearnedState {
  /** What to compare items with: the base kernel while there are too few labels. */
  readonly kernel: Kernel;
  /** What was learned; null while there are too few labels. */
  readonly learned: Learned | null;
}
