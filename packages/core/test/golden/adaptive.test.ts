import { describe, test } from "vitest";
import {
  adaptive,
  createPool,
  type EngineChoice,
  frequencies,
  type KernelJSON,
  kernelFromJSON,
  Labels,
  matrixFrom,
  query,
  xpal,
} from "../../src/index.ts";
import { expectClose, readGolden } from "./read-golden.ts";

interface GoldenCase {
  readonly name: string;
  readonly kernel: KernelJSON;
  readonly items: number[][];
  readonly new: number[][];
  readonly labels: [index: number, classIndex: number][];
  readonly classes: number;
  readonly neighbour: number;
  readonly ownRisk: number;
  readonly weights: number[];
  readonly frequencies: number[];
  readonly newFrequencies: number[];
  readonly scores: number[];
}

/** Sums of some hundred terms of size 1 or less; weights come from sums of logarithms of size 10, each off by 1e-15. */
const TOLERANCE = 1e-12;
/** The fast engine reads similarities from tables at distances of 28 bits: off by 7e-10 at most; gains are means of such. */
const TABLES = 1e-9;
const ENGINES: [EngineChoice | undefined, number][] = [
  ["definition", TOLERANCE],
  [undefined, TABLES],
];

describe.each(readGolden<GoldenCase[]>("adaptive.json"))("the kernel that learns, on $name", (golden) => {
  const kernel = adaptive({ base: kernelFromJSON(golden.kernel), neighbour: golden.neighbour });
  const classes = Array.from({ length: golden.classes }, (_, y) => y);
  const pool = createPool({ features: matrixFrom(golden.items), kernel, classes });
  const labels = Labels.from(pool, golden.labels);

  test("weighs its members as the formulas do", () => {
    expectClose(kernel.weightsAt(pool.features, labels) ?? [], golden.weights, TOLERANCE);
  });

  test("gives the frequencies of the mixture, for items of the pool and for others", () => {
    expectClose(frequencies(pool, labels).data, golden.frequencies, TOLERANCE);
    expectClose(frequencies(pool, labels, matrixFrom(golden.new)).data, golden.newFrequencies, TOLERANCE);
  });

  test.each(ENGINES)("scores as the formulas do with the engine %s", async (engine, tolerance) => {
    const { scores } = await query({ pool, labels, strategy: xpal({ ownRisk: golden.ownRisk }), engine });
    const open = labels.unlabelled();
    expectClose(
      Array.from(open, (i) => scores[i]),
      Array.from(open, (i) => golden.scores[i]),
      tolerance,
    );
  });
});
