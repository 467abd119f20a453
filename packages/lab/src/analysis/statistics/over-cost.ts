// Curves over what the labels cost instead of over their number.

import { checkParts, reject } from "@xpal/core/check";

/** A curve after each label, and what the labels had cost by then. */
export interface PricedCurve {
  readonly values: ArrayLike<number>;
  readonly spent: ArrayLike<number>;
}

/**
 * The curves at as many equal steps of cost as they have labels, up to the least that any of them spent in all; and that
 * cost. A value stays until the next label is paid for.
 * @example overCost([{ values: Float64Array.of(0.5, 0.2), spent: Float64Array.of(0, 4) }, { values: Float64Array.of(0.5, 0.4), spent: Float64Array.of(0, 2) }]).total // 2
 */
export function overCost(curves: readonly PricedCurve[]): { curves: Float64Array[]; total: number } {
  if (!Array.isArray(curves)) reject("overCost", "curves", "must be a list of curves", curves);
  curves.forEach((curve, i) => {
    checkParts("overCost", `curves[${i}]`, curve, "a curve with what was spent", ["values", "spent"]);
  });
  const total = Math.min(...curves.map(({ spent }) => spent[spent.length - 1]));
  return {
    total,
    curves: curves.map(({ values, spent }) => {
      let at = 0;
      return Float64Array.from({ length: values.length }, (_, step) => {
        const cost = (total * step) / Math.max(1, values.length - 1);
        while (at + 1 < values.length && spent[at + 1] <= cost * (1 + 1e-12)) at++;
        return values[at];
      });
    }),
  };
}
