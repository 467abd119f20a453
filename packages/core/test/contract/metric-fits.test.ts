// Fits by the WASM kernel, held to the definition: the same bits, whatever the sizes. Adam divides by the size of a slope,
// so that a last bit that differs would grow to another metric and another choice.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../src/engine/choose-engine.ts";
import type { WasmState } from "../../src/engine/fast/wasm-state.ts";
import { metricFits } from "../../src/engine/learning/metric-fits.ts";
import { Arena } from "../../src/engine/memory/arena.ts";
import { wasmCall } from "../../src/engine/memory/wasm-calls.ts";
import { wasmMemory, wasmModule, wasmOn } from "../../src/engine/memory/wasm-module.ts";
import { createPool, generator, Labels, learnedKernel, matrix, rbf, xpal } from "../../src/index.ts";
import { type FitOutcome, type FitProblem, fitProblem } from "../../src/kernels/learning/fit-problem.ts";
import { answersOf } from "../../src/kernels/learning/label-score.ts";

const memory = wasmMemory(4096);
const wasm = wasmOn(await wasmModule(), memory, () => {
  throw new Error("unreachable: a fit asks the host for nothing");
});
const stateOf = (budget: number) =>
  ({ arena: new Arena(memory, budget), call: wasmCall(wasm) }) as unknown as WasmState;
const fit = metricFits(stateOf(2 ** 28));

/** Labelled items whose columns are small, large, constant, equal to another, or 0 and 1. */
function problem(items: number, cols: number, classCount: number, full: boolean, seed: number): FitProblem {
  const draw = generator(seed);
  const data = new Float64Array(items * cols);
  const sizes = Array.from({ length: cols }, () => [0, 1e-9, 0.3, 1, 4, 60, 1e50][draw.nextIndex(7)]);
  for (let at = 0; at < data.length; at++) data[at] = sizes[at % cols] * (2 * draw.nextUnit() - 1);
  if (cols > 2) for (let i = 0; i < items; i++) data[i * cols + 2] = data[i * cols];
  const labelled = Array.from({ length: items }, (_, index) => {
    const counts = new Uint32Array(classCount);
    counts[draw.nextIndex(classCount)] = 1 + (draw.nextIndex(8) === 0 ? 1 : 0);
    if (draw.nextIndex(10) === 0) counts[draw.nextIndex(classCount)]++;
    return { index, counts, weights: counts };
  });
  return {
    full,
    rows: matrix(items, cols, data),
    parameterOf: Uint32Array.from({ length: cols }, (_, d) => (seed % 3 === 0 ? d >> 1 : d)),
    answers: answersOf(labelled, classCount, 0.1),
    options: {
      steps: 1 + draw.nextIndex(30),
      rate: full ? 0.05 : 0.15,
      bounds: full ? [-Infinity, Infinity] : [-6, 4],
      width: full ? 0.3 : 1,
      scales: [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2],
      scaleWidth: 1,
      pinned: new Set(
        seed % 2 === 0 ? [] : [0, full ? cols + 1 : 1].filter((p) => p < (full ? cols * cols : cols >> 1)),
      ),
    },
  };
}

describe("a fit by the kernel", () => {
  test("has the bits of the definition", () => {
    const any = { items: fc.integer({ min: 2, max: 41 }), cols: fc.integer({ min: 1, max: 19 }) };
    fc.assert(
      fc.property(
        fc.record({ ...any, classes: fc.integer({ min: 2, max: 11 }), full: fc.boolean(), seed: fc.nat(1e6) }),
        ({ items, cols, classes, full, seed }) => {
          const given = problem(items, cols, classes, full, seed);
          const [found] = fit([given]);
          expectSame(found, fitProblem(given));
        },
      ),
      { numRuns: 120 },
    );
  });

  test("does not depend on what was fitted beside it or before it", () => {
    const given = [7, 23, 40].flatMap((items) => [true, false].map((full) => problem(items, 5, 3, full, items)));
    const together = fit(given);
    for (const [p, one] of given.entries()) expectSame(together[p], fitProblem(one));
  });

  test("is made by the definition where memory has no room for it", () => {
    const given = problem(30, 4, 2, false, 8);
    expectSame(metricFits(stateOf(30_000))([given])[0], fitProblem(given));
  });

  test("serves the engine: the learned metrics are those of the definition's engine to the bit", async () => {
    const draw = generator(3);
    const features = matrix(
      60,
      5,
      Float64Array.from({ length: 300 }, () => 3 * draw.nextUnit()),
    );
    const kernels = [0, 1].map(() => learnedKernel({ base: rbf({ bandwidth: 0.8 }), delay: 0 })); // no fit is shared
    const [fast, plain] = kernels.map((kernel) => createPool({ features, classes: ["a", "b", "c"], kernel }));
    let labels = Labels.none(fast);
    for (let i = 0; i < 40; i++)
      labels = labels.add(i, features.data[5 * i] + features.data[5 * i + 1] > 3 ? 1 : i % 3);
    const sessions = [
      await chooseEngine("test", "wasm").open(fast),
      await chooseEngine("test", "definition").open(plain),
    ];
    const [found, expected] = await Promise.all(
      sessions.map(async (session) => {
        const request = { strategy: xpal(), labels, candidates: labels.unlabelled(), generator: generator(0) };
        const { best } = await session.scores(request);
        return { best, learned: session.explanation().learned };
      }),
    );
    expect(found).toEqual(expected);
    expect(found.learned?.groups.map(({ name }) => name)).toContain("weights");
  });
});

function expectSame(found: FitOutcome, expected: FitOutcome): void {
  const bits = ({ theta, ...rest }: FitOutcome) => ({
    ...rest,
    theta: Array.from(theta, (parameter) => parameter + 0),
  });
  expect(bits(found)).toEqual(bits(expected)); // 0 and -0 are the same parameter
}
