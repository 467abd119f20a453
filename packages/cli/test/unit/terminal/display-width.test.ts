import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { clip, displayWidth, padTo, plain, wrap } from "../../../src/terminal/display-width.ts";

describe("displayWidth", () => {
  test("counts wide characters twice and combining marks not at all", () => {
    expect(["abc", "日本", "e\u0301", "👍"].map(displayWidth)).toEqual([3, 4, 1, 2]);
  });
  test("is what padding fills up to", () => {
    expect(padTo("日", 4)).toBe("日  ");
    expect(padTo("7", 3, "left")).toBe("  7");
  });
});

describe("clip and wrap", () => {
  test("never exceed the width, and wrapping loses no word", () => {
    const words = fc.array(fc.stringMatching(/^[a-z日]{1,12}$/), { maxLength: 12 }).map((list) => list.join(" "));
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = wrap(text, width);
        expect(Math.max(0, ...lines.map(displayWidth))).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        expect(displayWidth(clip(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("a long text without white space", () => {
  const text = "né,日👩‍👩‍👧e\u0301".repeat(1000);

  test("has the width of its characters, none of them cut in two", () => {
    expect(displayWidth(text)).toBe(1000 * (3 + 2 + 2 + 1));
    for (const width of [8, 9, 80]) {
      const lines = wrap(text, width);
      expect(lines.join("")).toBe(text);
      expect(lines.filter((line) => /^[\u0301\u200d]/.test(line) || displayWidth(line) > width)).toEqual([]);
      expect(displayWidth(clip(text, width))).toBeLessThanOrEqual(width);
    }
    expect(clip("日本", 4)).toBe("日本");
    expect(clip("日本語", 5)).toBe("日本…");
    expect(clip("日本語", 4)).toBe("日…");
  });

  // Segmenting takes time by the square of the length, and the rest of the text was segmented for every line.
  test("of a cell held up a question for minutes", () => {
    const lengths: number[] = [];
    const { segment } = Intl.Segmenter.prototype;
    const spy = vi.spyOn(Intl.Segmenter.prototype, "segment").mockImplementation(function (this: Intl.Segmenter, part) {
      lengths.push(part.length);
      return segment.call(this, part);
    });
    try {
      wrap(text, 80);
      clip(text, 80);
    } finally {
      spy.mockRestore();
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1024);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(10 * text.length);
  });
});

describe("plain", () => {
  test("lets no cell of a file steer the terminal", () => {
    expect(plain("a\u001b[2Jb\u0007\u009b")).toBe("a␛[2Jb␇\ufffd");
  });
});
