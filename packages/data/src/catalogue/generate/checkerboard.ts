// A board of squares whose classes alternate: uncertainty sampling is known to get stuck on it.
import { generator } from "@xpal/core";
import { checkInteger, checkOptions, checkParts } from "@xpal/core/check";
import { type LabelledPoints, numberedClasses } from "./labelled-points.ts";

/** How the board is drawn. */
export interface CheckerboardOptions {
  readonly seed: number;
  readonly pointCount: number;
  /** Squares along an edge; 4 by default. */
  readonly squareCount?: number;
}

/**
 * Points spread evenly at random over a checkerboard of edge 1.
 * @throws XpalError if a count is out of range.
 * @example checkerboard({ pointCount: 200, seed: 1 }).features.cols // 2
 */
export function checkerboard(options: CheckerboardOptions): LabelledPoints {
  checkParts("checkerboard", "options", options, "an object", []);
  checkOptions("checkerboard", options, ["seed", "pointCount", "squareCount"]);
  const { seed, pointCount, squareCount = 4 } = options;
  checkInteger("checkerboard", "pointCount", pointCount, 1);
  checkInteger("checkerboard", "squareCount", squareCount, 1);
  const random = generator(seed);
  const data = Float64Array.from({ length: pointCount * 2 }, () => random.nextUnit());
  const labels = Int32Array.from({ length: pointCount }, (_, i) => {
    const column = Math.floor(data[i * 2] * squareCount);
    const line = Math.floor(data[i * 2 + 1] * squareCount);
    return (column + line) % 2;
  });
  return { features: { rows: pointCount, cols: 2, data }, labels, classes: numberedClasses(2) };
}
