// How much of the kernel's memory features take.
import { type Features, isGroups, isSparse } from "../../features.ts";
import type { Pool } from "../../pool.ts";

/** Bytes of a pool's features in the kernel's memory. */
export function featureBytes({ features, evaluation }: Pool): number {
  return bytesOf(features) + (evaluation.isPool ? 0 : bytesOf(evaluation.features));
}

function bytesOf(features: Features): number {
  if (isGroups(features)) return features.groups.reduce((sum, group) => sum + bytesOf(group), 0);
  return isSparse(features) ? features.values.length * 12 + features.rows * 4 : (features.rows + 8) * features.cols * 8;
}
