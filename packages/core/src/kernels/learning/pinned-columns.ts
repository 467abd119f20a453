// Columns that somebody has pinned: a fit may make them count more than the base kernel does, never less.
import { reject } from "../../check.ts";
import { type Features, isGroups } from "../../features.ts";
import type { LearnedKernelSettings } from "./learned-kernel-options.ts";
import type { MetricName } from "./learned-metrics.ts";
import type { MetricSpace } from "./metric-space.ts";

/**
 * The parameters of a metric that are kept at 0 or above. In the full metric, where a squared difference in column d alone
 * counts by the squared length of row d of I + Delta, this is the diagonal: the length is then at least 1.
 */
export function pinnedParameters(
  name: MetricName,
  { pool, parameterOf }: MetricSpace,
  pinned: readonly number[],
): Set<number> {
  return new Set(pinned.map((column) => (name === "full" ? column * pool.cols + column : parameterOf[column])));
}

/** Rejects columns that the features do not have. */
export function checkPinnedInside(who: string, pinned: readonly number[], features: Features): void {
  const count = columnCount(features);
  const outside = pinned.find((column) => column >= count);
  if (outside !== undefined) reject(who, "kernel.pinned", `must name columns below ${count}`, outside);
}

/** The settings for a file; without pinned columns it is as before there were any. */
export function settingsToJSON({ pinned, ...settings }: LearnedKernelSettings): Omit<LearnedKernelSettings, "pinned"> {
  return pinned.length === 0 ? settings : Object.assign(settings, { pinned });
}

function columnCount(features: Features): number {
  if (!isGroups(features)) return features.cols;
  return features.groups.reduce((sum, group) => sum + columnCount(group), 0);
}
