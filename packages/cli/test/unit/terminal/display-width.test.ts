import fc from "fast-check";
import { describe, expect, test } from "vitest";
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

describe("plain", () => {
  test("lets no cell of a file steer the terminal", () => {
    expect(plain("a\u001b[2Jb\u0007\u009b")).toBe("a␛[2Jb␇\ufffd");
  });
});
