// Two interleaved half circles: the least problem whose classes no straight line separates.
import { generator } from "@xpal/core";
import { checkInteger, checkNumber, checkOptions, checkParts } from "@xpal/core/check";
import { type LabelledPoints, numberedClasses } from "./labelled-points.ts";
import { direction, normals } from "./normal.ts";

/** How the moons are drawn. */
export interface MoonsOptions {
  readonly seed: number;
  readonly pointCount: number;
  /** Standard deviation added in both directions; 0.1 by default. */
  readonly noise?: number;
}

/**
 * Two half moons: class 0 the upper one around (0, 0), class 1 the lower one around (1, 0.5).
 * @throws XpalError if a count or the noise is out of range.
 * @example moons({ pointCount: 200, seed: 1 }).classes // ["0", "1"]
 */
export function moons(options: MoonsOptions): LabelledPoints {
  checkParts("moons", "options", options, "an object", []);
  checkOptions("moons", options, ["seed", "pointCount", "noise"]);
  const { seed, pointCount, noise = 0.1 } = options;
  checkInteger("moons", "pointCount", pointCount, 1);
  checkNumber("moons", "noise", noise, 0);
  const random = generator(seed);
  const normal = normals(random);
  const data = new Float64Array(pointCount * 2);
  const labels = new Int32Array(pointCount);
  for (let i = 0; i < pointCount; i++) {
    const [x, height] = direction(random);
    const y = Math.abs(height);
    labels[i] = i % 2;
    data[i * 2] = (labels[i] === 0 ? x : 1 - x) + noise * normal();
    data[i * 2 + 1] = (labels[i] === 0 ? y : 0.5 - y) + noise * normal();
  }
  return { features: { rows: pointCount, cols: 2, data }, labels, classes: numberedClasses(2) };
}
