import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { wordsOf } from "../../src/recipe/words.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
const whole = (text: string) =>
  [...segmenter.segment(text.normalize("NFKC").toLowerCase())]
    .filter((part) => part.isWordLike || part.segment === "😀")
    .map((part) => part.segment);
const signs = ["a", "B", "'", ".", ",", "1", "-", "_", "é", "😀"];
const byDictionary = ["日", "本", "ก"];

describe("the words of a text", () => {
  test("are those that Intl.Segmenter finds in the whole of it", () => {
    const unit = fc.constantFrom(...signs, ...byDictionary, " ", "\n", "\t");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(wordsOf("en")(text)).toEqual(whole(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("stay the same for long texts without white space, up to what is segmented at once and above", () => {
    const below = fc.string({ unit: fc.constantFrom(...signs, ...byDictionary), minLength: 4000, maxLength: 4096 });
    const above = fc.string({ unit: fc.constantFrom(...signs), minLength: 8000, maxLength: 10_000 });
    fc.assert(
      fc.property(fc.oneof(below, above), (text) => {
        expect(wordsOf("en")(text)).toEqual(whole(text));
      }),
      { numRuns: 20 },
    );
  });

  // Segmenting takes time by the square of the length: such a cell took minutes, then its words overflowed the stack.
  test("were not found in a cell of hundreds of thousands of characters without white space", () => {
    const lengths: number[] = [];
    const { segment } = Intl.Segmenter.prototype;
    const spy = vi.spyOn(Intl.Segmenter.prototype, "segment").mockImplementation(function (this: Intl.Segmenter, text) {
      lengths.push(text.length);
      return segment.call(this, text);
    });
    try {
      const words = wordsOf("en")("né,".repeat(150_000));
      expect([words.length, new Set(words)]).toEqual([150_000, new Set(["né"])]);
    } finally {
      spy.mockRestore();
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8192);
  });

  test("hold all letters of one that is longer than what is segmented at once, none cut in two", () => {
    const long = `é${"\u{10400}".toLowerCase().repeat(20_000)}`; // each of these letters takes two code units
    const words = wordsOf("en")(long);
    expect(words.join("")).toBe(long);
    expect(words.filter((word) => /\p{Surrogate}/u.test(word))).toEqual([]);
  });
});
