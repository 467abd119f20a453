import { sameMean } from "../statistics/same-mean.ts";
import type { RunShare } from "./run-shares.ts";

/**
 * Which values of a row are its best, all of them where several are equal. Only strategies that are compared can be: none
 * that lacks runs, and no baseline that knows the labels, however good it is.
 * @param values One per strategy; null where there is none.
 */
export function bestOfRow(
  values: readonly (number | null)[],
  shares: readonly RunShare[],
  { higher = false }: { readonly higher?: boolean } = {},
): boolean[] {
  const rivals = values.filter((value, s): value is number => value !== null && shares[s].compared);
  const best = higher ? Math.max(...rivals) : Math.min(...rivals);
  return values.map((value, s) => value !== null && shares[s].compared && sameMean(value, best));
}
