// The problems of the paper's study of computation time [1, Sec. 5.5]: all features informative, each class a few
// Gaussian clusters, each cluster at its own corner of a hypercube and sheared by its own matrix (the design of
// Guyon, "Design of experiments for the NIPS 2003 variable selection benchmark").
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { type Generator, generator, shuffled } from "@xpal/core";
import { checkInteger, checkNumber, checkOptions, checkParts } from "@xpal/core/check";
import { type LabelledPoints, numberedClasses } from "./labelled-points.ts";
import { normals } from "./normal.ts";

/** How the clusters are drawn. */
export interface ClustersOptions {
  readonly seed: number;
  readonly pointCount: number;
  /** 10 by default. */
  readonly featureCount?: number;
  /** 2 by default. */
  readonly classCount?: number;
  /** 2 by default. */
  readonly clustersPerClass?: number;
  /** Half the edge of the hypercube; 1 by default. */
  readonly separation?: number;
  /** The share of labels that are drawn again at random; 0.01 by default. */
  readonly noise?: number;
}

const KNOWN = ["seed", "pointCount", "featureCount", "classCount", "clustersPerClass", "separation", "noise"];

/**
 * Points from Gaussian clusters, in random order.
 * @throws XpalError if a count is out of range, or the hypercube has fewer corners than there are clusters.
 * @example clusters({ pointCount: 500, featureCount: 10, classCount: 4, seed: 1 }).features.cols // 10
 */
export function clusters(options: ClustersOptions): LabelledPoints {
  checkParts("clusters", "options", options, "an object", []);
  checkOptions("clusters", options, KNOWN);
  const { seed, pointCount, featureCount = 10, classCount = 2, clustersPerClass = 2, separation = 1 } = options;
  const { noise = 0.01 } = options;
  checkInteger("clusters", "pointCount", pointCount, 1);
  checkInteger("clusters", "featureCount", featureCount, 1);
  checkInteger("clusters", "classCount", classCount, 1);
  checkInteger("clusters", "clustersPerClass", clustersPerClass, 1);
  checkInteger("clusters", "classCount * clustersPerClass", classCount * clustersPerClass, 1, 2 ** featureCount);
  checkNumber("clusters", "separation", separation, 0);
  checkNumber("clusters", "noise", noise, 0, 1);
  const random = generator(seed);
  const normal = normals(random);
  const centres = corners(random, classCount * clustersPerClass, featureCount);
  const shears = centres.map(() => square(featureCount, () => 2 * random.nextUnit() - 1));
  const data = new Float64Array(pointCount * featureCount);
  const labels = new Int32Array(pointCount);
  shuffled(pointCount, random).forEach((place, i) => {
    const cluster = i % centres.length;
    const drawn = Float64Array.from({ length: featureCount }, normal);
    for (let d = 0; d < featureCount; d++) {
      let value = separation * centres[cluster][d];
      for (let e = 0; e < featureCount; e++) value += drawn[e] * shears[cluster][e * featureCount + d];
      data[place * featureCount + d] = value;
    }
    labels[place] = random.nextUnit() < noise ? random.nextIndex(classCount) : cluster % classCount;
  });
  return { features: { rows: pointCount, cols: featureCount, data }, labels, classes: numberedClasses(classCount) };
}

/** Different corners of the hypercube [-1, 1]^d, drawn without replacement. */
function corners(random: Generator, count: number, dimension: number): Float64Array[] {
  const seen = new Set<string>();
  const drawn: Float64Array[] = [];
  while (drawn.length < count) {
    const corner = Float64Array.from({ length: dimension }, () => 2 * random.nextIndex(2) - 1);
    if (seen.has(corner.join())) continue;
    seen.add(corner.join());
    drawn.push(corner);
  }
  return drawn;
}

function square(size: number, draw: () => number): Float64Array {
  return Float64Array.from({ length: size * size }, draw);
}
