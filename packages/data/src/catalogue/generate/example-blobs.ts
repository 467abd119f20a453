// The two-dimensional example of [1, Fig. 2]: five blobs of standard deviation 0.7 whose centres are drawn from a
// square, and two classes that alternate from blob to blob.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { generator } from "@xpal/core";
import { checkInteger, checkNumber, checkOptions, checkParts } from "@xpal/core/check";
import { type LabelledPoints, numberedClasses } from "./labelled-points.ts";
import { normals } from "./normal.ts";

/** How the blobs are drawn. */
export interface ExampleBlobsOptions {
  readonly seed: number;
  /** 100 by default. */
  readonly pointCount?: number;
  /** 5 by default; the label of a point is its blob modulo 2. */
  readonly blobCount?: number;
  /** 0.7 by default. */
  readonly deviation?: number;
  /** Centres are drawn from [-extent, extent] in both directions; 10 by default. */
  readonly extent?: number;
}

/**
 * The paper's example in two dimensions.
 * @throws XpalError if a count or a size is out of range.
 * @example exampleBlobs({ seed: 1 }).features.rows // 100
 */
export function exampleBlobs(options: ExampleBlobsOptions): LabelledPoints {
  checkParts("exampleBlobs", "options", options, "an object", []);
  checkOptions("exampleBlobs", options, ["seed", "pointCount", "blobCount", "deviation", "extent"]);
  const { seed, pointCount = 100, blobCount = 5, deviation = 0.7, extent = 10 } = options;
  checkInteger("exampleBlobs", "pointCount", pointCount, 1);
  checkInteger("exampleBlobs", "blobCount", blobCount, 1);
  checkNumber("exampleBlobs", "deviation", deviation, 0);
  checkNumber("exampleBlobs", "extent", extent, 0);
  const random = generator(seed);
  const normal = normals(random);
  const centres = Float64Array.from({ length: blobCount * 2 }, () => (2 * random.nextUnit() - 1) * extent);
  const data = new Float64Array(pointCount * 2);
  const labels = new Int32Array(pointCount);
  for (let i = 0; i < pointCount; i++) {
    const blob = i % blobCount;
    data[i * 2] = centres[blob * 2] + deviation * normal();
    data[i * 2 + 1] = centres[blob * 2 + 1] + deviation * normal();
    labels[i] = blob % 2;
  }
  return { features: { rows: pointCount, cols: 2, data }, labels, classes: numberedClasses(2) };
}
