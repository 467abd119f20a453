import { expect, test } from "vitest";
import { generator } from "../../src/index.ts";
import { readGolden } from "./read-golden.ts";

interface GoldenWords {
  readonly seed: number;
  readonly stream: number;
  readonly words: number[];
}

test.each(readGolden<GoldenWords[]>("words.json"))(
  "the generator of seed $seed and stream $stream draws the words of xoshiro128**",
  ({ seed, stream, words }) => {
    const chance = generator(seed, stream);
    expect(words.map(() => chance.nextIndex(2 ** 32))).toEqual(words);
    const bound = 3 * 2 ** 30; // words from 3/4 of the range on would favour small results, and are drawn again
    const accepted = words.filter((word) => word < bound);
    const indices = generator(seed, stream);
    expect(accepted.map(() => indices.nextIndex(bound))).toEqual(accepted);
    const units = generator(seed, stream);
    for (let i = 0; i + 1 < words.length; i += 2) {
      // 27 bits of one word, 26 of the next.
      expect(units.nextUnit()).toBe((Math.floor(words[i] / 32) * 2 ** 26 + Math.floor(words[i + 1] / 64)) / 2 ** 53);
    }
  },
);
