import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Curve, spread, ticks } from "../../../../src/terminal/chart/learning-curves.ts";
import { svgChart } from "../../../../src/terminal/chart/svg-chart.ts";
import { terminalChart } from "../../../../src/terminal/chart/terminal-chart.ts";

const falling: Curve = { name: "down", mark: "d", errors: [1, 0.5, 0] };
const level: Curve = { name: "level", mark: "l", errors: [0.5, 0.5, 0.5] };

describe("ticks", () => {
  test("go up in round steps to at least the largest value", () => {
    expect(ticks(0.9, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks(100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
  });
  test("cover every positive range without gaps", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (most) => {
        const values = ticks(most, 5);
        return values[0] === 0 && values[values.length - 1] >= most * (1 - 1e-6) && values.length <= 7;
      }),
    );
  });
});

describe("spread", () => {
  test("leaves places alone that are far enough apart", () => {
    expect(spread([1, 9, 5], 2, 10)).toEqual([1, 9, 5]);
  });
  test("keeps order, distance and bounds", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 8 }), (wanted) => {
        const places = spread(wanted, 1, 15);
        const sorted = [...places].sort((a, b) => a - b);
        return (
          sorted[0] >= 0 &&
          sorted[sorted.length - 1] <= 15 &&
          sorted.every((place, i) => i === 0 || place - sorted[i - 1] >= 1) &&
          wanted.every((a, i) => wanted.every((b, j) => a >= b || places[i] < places[j]))
        );
      }),
    );
  });
});

describe("terminalChart", () => {
  test("draws letters where there is no colour: a falling curve over a level one", () => {
    const lines = terminalChart([falling, level], { columns: 44, rows: 11, colour: false });
    expect(lines[1]).toMatch(/^100 % ┤d/);
    expect(lines[6]).toMatch(/^ +│l+d+l+ l level 50\.0 %$/);
    expect(lines[11]).toMatch(/d d down 0\.0 %$/);
    expect(lines[13].trim()).toMatch(/^0 +1 +2 +labels$/);
  });
  test("never exceeds the width it was given, with colour or without", () => {
    for (const colour of [true, false]) {
      for (const line of terminalChart([falling, level], { columns: 80, colour })) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes have no width
        expect(line.replace(/\u001b\[[0-9;]*m/g, "").length).toBeLessThanOrEqual(80);
      }
    }
  });
});

describe("svgChart", () => {
  test("puts every point of a curve at its place", () => {
    const svg = svgChart([falling], { title: "t" });
    expect(svg).toContain('d="M62 96L332 250L602 404"'); // from top left to bottom right, half-way in the middle
  });
  test("escapes what it is told to write", () => {
    const svg = svgChart([{ ...falling, name: "<b>&" }], { title: 'a"<' });
    expect(svg).toContain("&lt;b&gt;&amp;");
    expect(svg).not.toContain("<b>");
  });
  test("draws the band of a curve that has one", () => {
    const band = { ...falling, lower: [0.9, 0.4, 0], upper: [1, 0.6, 0.1] };
    expect(svgChart([band], { title: "t" })).toContain('class="band fill0"');
  });
});
