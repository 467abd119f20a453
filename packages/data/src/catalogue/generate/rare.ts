// A rare class in a crowd: two points of a hundred are of it, in two small groups at the edge of the others. A classifier
// that never calls it is right 98 times of 100.
import { generator } from "@xpal/core";
import { checkInteger, checkNumber, checkOptions } from "@xpal/core/check";
import type { LabelledPoints } from "./labelled-points.ts";
import { normals } from "./normal.ts";

/** How the points are drawn. */
export interface RareOptions {
  readonly seed: number;
  readonly pointCount: number;
  /** The share of the rare class; 0.02 by default. */
  readonly share?: number;
}

/** Where the groups of the rare class lie, and how wide they are; the others are spread by 1 around 0. */
const CENTRES: readonly (readonly number[])[] = [
  [1.6, 1.2, -0.8, 0.6],
  [-1.4, 0.9, 1.3, -0.9],
];
const WIDTH = 0.3;

/**
 * Points in four dimensions, of which a few are "rare".
 * @throws XpalError if a count or the share is out of range.
 * @example rare({ pointCount: 1000, seed: 1 }).labels.reduce((sum, label) => sum + label, 0) // 20
 */
export function rare(options: RareOptions): LabelledPoints {
  checkOptions("rare", options, ["seed", "pointCount", "share"]);
  const { seed, pointCount, share = 0.02 } = options;
  checkInteger("rare", "pointCount", pointCount, 50);
  checkNumber("rare", "share", share, 0);
  const normal = normals(generator(seed));
  const rareCount = Math.max(2, Math.round(share * pointCount));
  const cols = CENTRES[0].length;
  const data = new Float64Array(pointCount * cols);
  const labels = new Int32Array(pointCount);
  let found = 0;
  for (let i = 0; i < pointCount; i++) {
    // Spread over the whole table: rows in order would tell the class.
    labels[i] = Math.floor(((i + 1) * rareCount) / pointCount) > Math.floor((i * rareCount) / pointCount) ? 1 : 0;
    if (labels[i] === 1) found++;
    const centre = CENTRES[found % 2];
    for (let d = 0; d < cols; d++) data[i * cols + d] = labels[i] === 1 ? centre[d] + WIDTH * normal() : normal();
  }
  return { features: { rows: pointCount, cols, data }, labels, classes: ["common", "rare"] };
}
