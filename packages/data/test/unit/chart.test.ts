import { strategyCatalogue } from "@xpal/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  classColour,
  colourVariables,
  countScale,
  curvePoints,
  FILE_COLOURS,
  html,
  linearScale,
  lineChart,
  lineEnds,
  lineStyles,
  logScale,
  raw,
  roundEnd,
  seriesColour,
  spread,
  svgFile,
  type Theme,
  terminalColour,
} from "../../src/chart/index.ts";

const frame = { left: 40, right: 240, top: 20, bottom: 120 };
const solid = { series: 0, dash: "", width: 2 };

describe("scales", () => {
  test("have round ticks inside the range", () => {
    expect(linearScale([0, 200], [0, 100]).ticks).toEqual([0, 50, 100, 150, 200]);
    expect(linearScale([0.03, 0.41], [0, 1]).ticks).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(linearScale([0, 200], [40, 440])(50)).toBe(140);
  });
  test("with logarithms have a tick per power of ten", () => {
    const scale = logScale([1e-4, 10], [500, 0]);
    expect(scale.ticks.map((tick) => Math.round(Math.log10(tick)))).toEqual([-4, -3, -2, -1, 0, 1]);
    expect(scale(1e-2)).toBeCloseTo(300, 9);
  });
  test("of counts never have a tick between two whole numbers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 2, max: 12 }), (most, wanted) => {
        const { ticks } = countScale(most, [0, 1], wanted);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks[0]).toBe(0);
        expect(ticks.length).toBeLessThanOrEqual(wanted + 1);
        expect(ticks[ticks.length - 1]).toBeLessThanOrEqual(most);
      }),
    );
  });
  test("that end at a round value have their last tick there", () => {
    expect(linearScale([0, roundEnd(0.9)], [0, 1]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (most) => {
        const end = roundEnd(most);
        const { ticks } = linearScale([0, end], [0, 1]);
        expect(end).toBeGreaterThanOrEqual(most * (1 - 1e-6));
        expect(ticks[0]).toBe(0);
        expect(ticks[ticks.length - 1]).toBe(end);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

describe("spread", () => {
  test("leaves positions alone that are far enough apart", () => {
    expect(spread([1, 9, 5], 2, [0, 10])).toEqual([1, 9, 5]);
  });
  test("keeps order, distance and range, with smaller gaps where the range is too short", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 30 }), (wanted) => {
        const moved = spread(wanted, 1, [0, 15]);
        const sorted = [...moved].sort((a, b) => a - b);
        const gap = Math.min(1, 15 / Math.max(1, wanted.length - 1));
        expect(sorted[0]).toBeGreaterThanOrEqual(-1e-9);
        expect(sorted[sorted.length - 1]).toBeLessThanOrEqual(15);
        sorted.forEach((position, i) => {
          if (i > 0) expect(position - sorted[i - 1]).toBeGreaterThanOrEqual(gap - 1e-9);
        });
        wanted.forEach((a, i) => {
          wanted.forEach((b, j) => {
            if (a < b) expect(moved[i]).toBeLessThan(moved[j]);
          });
        });
      }),
    );
  });
});

describe("line styles", () => {
  test("give different strategies different colours, up to twelve", () => {
    const keys = ["mine", "xpal", "us", "other", "rand", "third"];
    const styles = lineStyles(keys, "mine");
    expect(new Set([...styles.values()].map(({ series }) => series)).size).toBe(keys.length);
    expect(styles.get("mine")).toMatchObject({ dash: "", width: 2.6 });
  });
  test("do not depend on which other strategies are shown", () => {
    for (const key of ["xpal", "us", "pal", "eer", "rand"]) {
      const alone = lineStyles([key], "").get(key);
      expect(lineStyles(["qbc", key, "own"], "").get(key)).toEqual(alone);
    }
  });
  test("give each strategy of the catalogue a colour of its own, under all its names", () => {
    const seriesOf = (name: string) => lineStyles(["own", name], "").get(name)?.series;
    const own = strategyCatalogue.map(({ name }) => seriesOf(name));
    expect(new Set(own).size).toBe(strategyCatalogue.length);
    for (const { name, aliases } of strategyCatalogue)
      for (const alias of aliases) expect(seriesOf(alias)).toBe(seriesOf(name));
    // A colour of its own is one that a strategy without a name in the catalogue never takes.
    expect(own).toEqual(
      strategyCatalogue.map(({ name }) => lineStyles(["first", "second", name], "").get(name)?.series),
    );
  });
});

describe("a line chart", () => {
  const x = countScale(2, [frame.left, frame.right]);
  const y = linearScale([0, 1], [frame.bottom, frame.top]);
  const falling = { name: "down", points: curvePoints([1, 0.5, 0]), style: solid };
  const options = { frame, x, y, titles: { x: "labels", y: "error" }, colours: FILE_COLOURS };
  test("puts every point at its position", () => {
    expect(lineChart([falling], options).markup).toContain('d="M40,20L140,70L240,120"');
  });
  test("draws the band from the upper edge back along the lower one", () => {
    const band = { lower: [0.9, 0.4, 0], upper: [1, 0.6, 0.1], opacity: 0.1 };
    expect(lineChart([{ ...falling, band }], options).markup).toContain(
      'd="M40,20L140,60L240,110L240,120L140,80L40,30Z"',
    );
  });
  test("draws nothing for a line without points, and still the axes", () => {
    expect(lineChart([{ ...falling, points: [] }], options).markup).toMatch(/>labels<\/text>.*<path d="" /s);
  });
  test("writes names as text, whatever they are", () => {
    const ends = lineEnds([{ ...falling, name: "<b>&" }], frame, y, FILE_COLOURS).markup;
    expect(ends).toContain("&#60;b&#62;&#38;");
    expect(ends).not.toContain("<b>");
    expect(html`${raw("<br>")}${"<br>"}`.markup).toBe("<br>&#60;br&#62;");
  });
  test("as a file has a dark version of every colour that it uses", () => {
    const file = svgFile({ width: 300, height: 150, label: "l", body: lineChart([falling], options) }, { dark: true });
    const [style, ...rest] = file.split("</style>");
    const used = [...rest.join("").matchAll(/(?:fill|stroke)="(#\w+)"/g)].map(([, colour]) => colour);
    expect(used.length).toBeGreaterThan(5);
    for (const colour of used) expect(style).toContain(`[fill="${colour}"]`);
  });
});

describe("the palette", () => {
  const twelve = Array.from({ length: 12 }, (_, n) => n);
  const background = (theme: Theme) => /--background:(#\w+)/.exec(colourVariables(theme))?.[1] ?? "";
  test.each(["light", "dark"] as const)("stands out from a %s background", (theme) => {
    for (const n of [...twelve, 12, 17, 23, 24, 40])
      expect(contrast(seriesColour(n, theme), background(theme))).toBeGreaterThan(n < 12 ? 3 : 2.5);
    const soft = /--soft:(#\w+)/.exec(colourVariables(theme))?.[1] ?? "";
    expect(contrast(soft, background(theme))).toBeGreaterThan(4.5);
  });
  test("stands out from black and from white in a terminal", () => {
    for (const n of twelve) {
      const colour = xterm(terminalColour(n));
      expect(Math.min(contrast(colour, "#000000"), contrast(colour, "#ffffff"))).toBeGreaterThan(2.5);
    }
  });
  test.each(["light", "dark"] as const)("can be told apart on %s, also by colour-blind readers", (theme) => {
    const colours = twelve.map((n) => seriesColour(n, theme));
    expect(nearest(colours, NORMAL)).toBeGreaterThan(0.075);
    expect(nearest(colours, PROTANOPIA)).toBeGreaterThan(0.06);
    expect(nearest(colours, DEUTERANOPIA)).toBeGreaterThan(0.06);
    expect(nearest(colours, TRITANOPIA)).toBeGreaterThan(0.06);
    for (const eyes of [NORMAL, PROTANOPIA, DEUTERANOPIA])
      expect(nearest(colours.slice(0, 7), eyes)).toBeGreaterThan(0.09);
  });
  test("gives no class the grey of items without one", () => {
    for (const theme of ["light", "dark"] as const) {
      const greys = [6, 18, 30].map((n) => seriesColour(n, theme));
      const classes = Array.from({ length: 33 }, (_, n) => classColour(n, theme));
      expect(new Set(classes).size).toBe(33);
      expect(classes.filter((colour) => greys.includes(colour))).toEqual([]);
      expect(classes[0]).toBe(seriesColour(0, theme));
    }
  });
  test("goes on in other shades after twelve", () => {
    expect(new Set(Array.from({ length: 36 }, (_, n) => seriesColour(n, "light"))).size).toBe(36);
  });
});

/** The contrast of two colours after WCAG 2. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red, green, blue] = linear(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function linear(colour: string): number[] {
  const channels = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255);
  return channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

/** A colour of the 256-colour palette: a cube of six levels from 16 on, then greys. */
function xterm(code: number): string {
  const levels = [0, 95, 135, 175, 215, 255];
  const k = code - 16;
  const grey = 8 + 10 * (code - 232);
  const channels =
    code >= 232 ? [grey, grey, grey] : [levels[Math.floor(k / 36)], levels[Math.floor(k / 6) % 6], levels[k % 6]];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

// What readers without one kind of cone see (Machado, Oliveira and Fernandes, IEEE TVCG 15, 2009, severity 1).
const NORMAL = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const PROTANOPIA = [
  [0.152286, 1.052583, -0.204868],
  [0.114503, 0.786281, 0.099216],
  [-0.003882, -0.048116, 1.051998],
];
const DEUTERANOPIA = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];
const TRITANOPIA = [
  [1.255528, -0.076749, -0.178779],
  [-0.078411, 0.930809, 0.147602],
  [0.004733, 0.691367, 0.3039],
];

/** The smallest distance between two of the colours in OKLab, as these eyes see them. */
function nearest(colours: readonly string[], eyes: readonly (readonly number[])[]): number {
  const seen = colours.map((colour) => {
    const channels = linear(colour);
    const product = eyes.map((row) => row.reduce((sum, weight, i) => sum + weight * channels[i], 0));
    return oklab(product.map((channel) => Math.min(1, Math.max(0, channel))));
  });
  const distances = seen.flatMap((a, i) =>
    seen.slice(0, i).map((b) => Math.hypot(...a.map((value, axis) => value - b[axis]))),
  );
  return Math.min(...distances);
}

/** Linear sRGB to OKLab (Ottosson, 2020), in which equal distances look about equally different. */
function oklab([r, g, b]: readonly number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
