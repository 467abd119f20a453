import { describe, expect, test } from "vitest";
import { inside } from "../../../src/web/draw/inside.ts";
import { classKeys } from "../../../src/web/state/class-keys.ts";
import { highlighted } from "../../../src/web/state/highlighted.ts";
import { markdownBlocks } from "../../../src/web/state/markdown-blocks.ts";

describe("keys", () => {
  test("are the classes themselves where these are single characters", () => {
    expect(classKeys(["0", "1", "9"])).toEqual(["0", "1", "9"]);
  });
  test("are digits for up to ten classes, then letters, then none", () => {
    expect(classKeys(["cat", "dog"])).toEqual(["1", "2"]);
    const many = classKeys(Array.from({ length: 40 }, (_, i) => `class ${i}`));
    expect(many.slice(9, 12)).toEqual(["0", "q", "w"]);
    expect(many.at(-1)).toBe("");
    expect(new Set(many.filter(Boolean)).size).toBe(many.filter(Boolean).length);
    expect(many).not.toContain("g"); // opens the guidelines
  });
  test("can be chosen, and then nobody else has them", () => {
    expect(classKeys(["cat", "dog", "cow"], { "1": "1" })).toEqual(["2", "1", "3"]);
  });
});

describe("guidelines", () => {
  test("are headings, lists, code and emphasis", () => {
    expect(markdownBlocks("# Rules\n\n- **yes** if\n- no\n\n```\n<b>\n```\nend")).toEqual([
      { kind: "heading", parts: [{ kind: "text", text: "Rules" }] },
      {
        kind: "list",
        items: [
          [
            { kind: "strong", text: "yes" },
            { kind: "text", text: " if" },
          ],
          [{ kind: "text", text: "no" }],
        ],
      },
      { kind: "code", text: "<b>" },
      { kind: "paragraph", parts: [{ kind: "text", text: "end" }] },
    ]);
  });
  test("keep HTML and script addresses as text", () => {
    const [block] = markdownBlocks("<img src=x onerror=alert(1)> [x](javascript:alert(1))");
    expect(block).toEqual({
      kind: "paragraph",
      parts: [{ kind: "text", text: "<img src=x onerror=alert(1)> [x](javascript:alert(1))" }],
    });
  });
});

describe("highlighting", () => {
  test("cuts the text where words occur, whatever characters they have", () => {
    expect(highlighted("Good, c++ GOOD", "good, c++")).toEqual([
      { text: "Good", hit: true },
      { text: ", ", hit: false },
      { text: "c++", hit: true },
      { text: " ", hit: false },
      { text: "GOOD", hit: true },
    ]);
    expect(highlighted("plain", " , ")).toEqual([{ text: "plain", hit: false }]);
  });
});

describe("a lasso", () => {
  test("holds what is inside, also of a shape with a dent", () => {
    const dent = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ] as const;
    expect(inside([1, 1], dent)).toBe(true);
    expect(inside([2, 3], dent)).toBe(false);
    expect(inside([5, 1], dent)).toBe(false);
  });
});
