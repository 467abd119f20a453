// The usefulness of every place of a plane to six strategies, as in the paper's Fig. 2 and its appendix: on a pool of
// 100 points in five blobs of two alternating classes, once with the eight labels each strategy chose itself, once with
// the same eight random labels for all. The points are drawn by the paper's recipe;
// they are not its own.

import {
  alce,
  createPool,
  eer,
  generator,
  Labels,
  type Matrix,
  meanBandwidth,
  type Pool,
  pal,
  qbc,
  query,
  rbf,
  type Strategy,
  us,
  xpal,
} from "@xpal/core";
import { checkInteger } from "@xpal/core/check";
import { exampleBlobs } from "@xpal/data";
import { scalingOf, standardise } from "../../replay/standardise.ts";
import { placeScores } from "./place-scores.ts";

/** How the usefulness maps are computed. */
export interface UsefulnessOptions {
  /** Grid points in each direction; 41 by default. */
  readonly gridSize?: number;
}

/** The example: standardised points and their classes. */
export interface Example {
  readonly points: Matrix;
  readonly labels: readonly number[];
  /** Grid coordinates from -extent to extent in both directions. */
  readonly extent: number;
  readonly gridSize: number;
}

/** How one strategy sees the plane. */
export interface UsefulnessMap {
  /** The strategy's key. */
  readonly strategy: string;
  readonly title: string;
  /** Whether the strategy chose the labels itself, or all strategies have the same random ones. */
  readonly labelling: "own" | "random";
  /** The labelled points, in the order of asking. */
  readonly labelled: readonly number[];
  /** The point it would ask for next. */
  readonly next: number;
  /** One score per grid point, row by row from the lowest y. */
  readonly scores: Float64Array;
}

/** The example and all maps. */
export interface Usefulness {
  readonly example: Example;
  readonly maps: readonly UsefulnessMap[];
}

const LABEL_COUNT = 8;
const POINTS_SEED = 98;
const RUN_SEED = 2;
const RANDOM_SEED = 11;
const EXTENT = 2.2;

const STRATEGIES: readonly (readonly [key: string, title: string, make: () => Strategy])[] = [
  ["xpal", "xPAL", () => xpal()],
  ["eer", "EER", () => eer()],
  ["pal", "PAL", () => pal()],
  ["us", "US", () => us()],
  ["alce", "ALCE", () => alce()],
  ["qbc", "QBC", () => qbc()],
];

/**
 * Computes the twelve maps through the library's own `query`.
 * @throws XpalError if the grid size is not an integer from 5 to 201.
 */
export async function usefulnessMaps({ gridSize = 41 }: UsefulnessOptions = {}): Promise<Usefulness> {
  checkInteger("usefulnessMaps", "gridSize", gridSize, 5, 201);
  const { features, labels, classes } = exampleBlobs({ seed: POINTS_SEED });
  const points = standardise(features, scalingOf(features));
  const example: Example = { points, labels: Array.from(labels), extent: EXTENT, gridSize };
  const kernel = rbf({ bandwidth: meanBandwidth(points.rows, points.cols) });
  const pool = createPool({ features: points, kernel, classes });
  const maps: UsefulnessMap[] = [];
  for (const labelling of ["own", "random"] as const) {
    for (const [strategy, title, make] of STRATEGIES) {
      const labelled = labelling === "own" ? await ownLabels(pool, example, make()) : randomLabels(example);
      const known = labelled.reduce((all, index) => all.add(index, labels[index]), Labels.none(pool));
      const { indices } = await query({ pool, labels: known, strategy: make(), seed: RUN_SEED, engine: "definition" });
      const given = labelled.map((index) => [index, labels[index]] as const);
      const scores = await placeScores(pool, given, gridOf(example), make(), RUN_SEED);
      maps.push({ strategy, title, labelling, labelled, next: indices[0], scores });
    }
  }
  return { example, maps };
}

async function ownLabels(pool: Pool, { labels }: Example, strategy: Strategy): Promise<number[]> {
  const chance = generator(RUN_SEED);
  const labelled: number[] = [];
  let known = Labels.none(pool);
  while (labelled.length < LABEL_COUNT) {
    const { indices } = await query({ pool, labels: known, strategy, generator: chance, engine: "definition" });
    labelled.push(indices[0]);
    known = known.add(indices[0], labels[indices[0]]);
  }
  return labelled;
}

function randomLabels({ points }: Example): number[] {
  const chance = generator(RANDOM_SEED);
  const left = Array.from({ length: points.rows }, (_, i) => i);
  return Array.from({ length: LABEL_COUNT }, () => left.splice(chance.nextIndex(left.length), 1)[0]);
}

function gridOf({ gridSize, extent }: Example): Matrix {
  const data = new Float64Array(gridSize * gridSize * 2);
  const at = (i: number) => (2 * extent * i) / (gridSize - 1) - extent;
  for (let g = 0; g < gridSize * gridSize; g++) {
    data[2 * g] = at(g % gridSize);
    data[2 * g + 1] = at(Math.floor(g / gridSize));
  }
  return { rows: gridSize * gridSize, cols: 2, data };
}
