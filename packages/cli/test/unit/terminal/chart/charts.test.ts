import { describe, expect, test } from "vitest";
import type { Curve } from "../../../../src/terminal/chart/curve.ts";
import { svgChart } from "../../../../src/terminal/chart/svg-chart.ts";
import { terminalChart } from "../../../../src/terminal/chart/terminal-chart.ts";

const falling: Curve = { key: "down", name: "down", mark: "d", errors: [1, 0.5, 0] };
const level: Curve = { key: "level", name: "level", mark: "l", errors: [0.5, 0.5, 0.5] };

describe("terminalChart", () => {
  test("draws letters where there is no colour: a falling curve over a level one", () => {
    const lines = terminalChart([falling, level], { columns: 44, rows: 11, colour: false });
    expect(lines[1]).toMatch(/^100 % ┤d/);
    expect(lines[6]).toMatch(/^ +│l+d+l+ l level 50\.0 %$/);
    expect(lines[11]).toMatch(/d d down 0\.0 %$/);
    expect(lines[13].trim()).toMatch(/^0 +1 +2 +labels$/);
  });
  test("gives a strategy the same colour whatever it is drawn beside", () => {
    const [xpal, random] = [
      { ...falling, key: "xpal" },
      { ...level, key: "random" },
    ];
    const colourOf = (curves: Curve[], name: string) =>
      terminalChart(curves, { columns: 80, colour: true })
        .join("\n")
        .match(new RegExp(`\\u001b\\[38;5;(\\d+)m ● ${name}`))?.[1];
    expect(colourOf([xpal, random], "level")).toBe(colourOf([random], "level"));
    expect(colourOf([xpal, random], "down")).not.toBe(colourOf([xpal, random], "level"));
  });
  test("names curves that end close together in the order of their ends", () => {
    const [high, low] = [0.09, 0.06].map((end, i) => ({ ...falling, name: ["high", "low"][i], errors: [1, end] }));
    const text = terminalChart([low, high], { columns: 60, colour: false }).join("\n");
    expect(text.indexOf("high 9.00")).toBeLessThan(text.indexOf("low 6.00"));
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
    expect(svg).toContain('d="M62,96L332,250L602,404"'); // from top left to bottom right, half-way in the middle
  });
  test("escapes what it is told to write", () => {
    const svg = svgChart([{ ...falling, name: "<b>&" }], { title: 'a"<' });
    expect(svg).toContain("&#60;b&#62;&#38;");
    expect(svg).not.toContain("<b>");
  });
  test("draws the band of a curve that has one", () => {
    const band = { ...falling, lower: [0.9, 0.4, 0], upper: [1, 0.6, 0.1] };
    expect(svgChart([band], { title: "t" })).toContain('class="band"');
  });
});
