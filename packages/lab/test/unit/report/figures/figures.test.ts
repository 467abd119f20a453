import { FILE_COLOURS, svgFile } from "@xpal/data/chart";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankingsByKernel } from "../../../../src/analysis/results/ranking.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import { regionAbove } from "../../../../src/report/figures/contours.ts";
import { criticalDifferenceDiagram } from "../../../../src/report/figures/critical-difference.ts";
import { heatMap } from "../../../../src/report/figures/heat-map.ts";
import { smallExperiment } from "../../analysis/results/small-experiment.ts";

/** The area inside loops; holes run the other way round and count negative. */
function areaOf(loops: [number, number][][]): number {
  let twice = 0;
  for (const loop of loops) {
    loop.forEach(([x, y], n) => {
      const [nextX, nextY] = loop[(n + 1) % loop.length];
      twice += x * nextY - nextX * y;
    });
  }
  return Math.abs(twice) / 2;
}

describe("the region above a threshold", () => {
  const size = 9;
  const grid = (f: (i: number, j: number) => number) =>
    Float64Array.from({ length: size * size }, (_, g) => f(g % size, Math.floor(g / size)));
  test("of a plane is exactly the part beyond the straight line", () => {
    expect(
      areaOf(
        regionAbove(
          grid((i) => i),
          size,
          2.5,
        ),
      ),
    ).toBeCloseTo(5.5 * 8, 10);
    expect(
      areaOf(
        regionAbove(
          grid((_, j) => -j),
          size,
          -2.25,
        ),
      ),
    ).toBeCloseTo(2.25 * 8, 10);
  });
  test("of a cone is nearly a disc", () => {
    const disc = areaOf(
      regionAbove(
        grid((i, j) => -Math.hypot(i - 4, j - 4)),
        size,
        -3,
      ),
    );
    // Chords inside unit cells are at most the square root of 2 long and so less than .09 away from the arc.
    expect(disc).toBeLessThan(Math.PI * 3 ** 2);
    expect(disc).toBeGreaterThan(Math.PI * (3 - 0.09) ** 2);
  });
  test("is everything below all values and nothing above them", () => {
    expect(
      areaOf(
        regionAbove(
          grid(() => 1),
          size,
          0,
        ),
      ),
    ).toBeCloseTo(64, 10);
    expect(
      regionAbove(
        grid(() => 1),
        size,
        2,
      ),
    ).toEqual([]);
  });
  test("leaves a hole where the function dips", () => {
    expect(
      areaOf(
        regionAbove(
          grid((i, j) => (i === 4 && j === 4 ? 0 : 1)),
          size,
          0.5,
        ),
      ),
    ).toBeCloseTo(64 - 0.5, 10);
  });
  test("shrinks as the threshold rises, and stays on the grid", () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 25, maxLength: 25 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 0.98, noNaN: true }), (drawn, threshold) => {
        const [low, high] = [regionAbove(drawn, 5, threshold), regionAbove(drawn, 5, threshold + 0.01)];
        expect(areaOf(high)).toBeLessThanOrEqual(areaOf(low) + 1e-9);
        for (const [x, y] of low.flat()) expect(Math.min(x, y, 4 - x, 4 - y)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("figures", () => {
  const [rbf, hamming] = rankingsByKernel(resultsOf(smallExperiment({ repetitions: 12 })));
  test("of ranks say rank, marks and wins/ties/losses in words, not in colour only", () => {
    const svg = svgFile(heatMap(rbf, FILE_COLOURS));
    for (const text of [">1.00<", ">3.00<", ">***<", ">0/0/2<", ">iris<", ">XPAL<", ">Mean<"])
      expect(svg).toContain(text);
    expect(svg).not.toContain("var(");
  });
  test("of critical differences exist for two datasets and more", () => {
    expect(criticalDifferenceDiagram(rbf, FILE_COLOURS)?.label).toBe(
      "Critical-difference diagram, RBF kernel: XPAL 1.00, US 2.00, RAND 3.00",
    );
    expect(criticalDifferenceDiagram(hamming, FILE_COLOURS)).toBeNull();
  });
});
