// What a wrong decision costs. Where all errors cost the same, the table of costs is the zero-one loss in another unit,
// and is treated as such, so that the choices have its bits.
import type { Matrix } from "../matrix.ts";

/** The loss that decides, and what its unit is. */
export interface Loss {
  /** Cost of deciding for column j when row i is true; null for the zero-one loss. */
  readonly matrix: Matrix | null;
  /** What one unit of the loss costs: the cost of an error where all cost the same, else 1. */
  readonly unit: number;
}

/** The loss of a table of costs. */
export function lossOf(costs: Matrix | null): Loss {
  if (costs === null) return { matrix: null, unit: 1 };
  const unit = equalCost(costs);
  return unit === null ? { matrix: costs, unit: 1 } : { matrix: null, unit };
}

/** What every error costs, where right decisions cost nothing and all errors the same; else null. */
function equalCost({ rows, cols, data }: Matrix): number | null {
  const cost = data[1];
  if (!(cost > 0)) return null;
  for (let y = 0; y < rows; y++) {
    for (let decided = 0; decided < cols; decided++) {
      if (data[y * cols + decided] !== (y === decided ? 0 : cost)) return null;
    }
  }
  return cost;
}
