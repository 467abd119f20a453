import { describe, expect, test } from "vitest";
import { chooseByBounds } from "../../../src/engine/choose-by-bounds.ts";

/** A hundred candidates with loose bounds and a gain of 0 after all, then a hundred whose gain is known to be 0. */
const looseFirst = () => Float64Array.from({ length: 200 }, (_, place) => (place < 100 ? 0.3 : 0));
const nothing = { finer: [], exactly: (places: Uint32Array) => new Float64Array(places.length) };

describe("candidates whose gain is 0", () => {
  test("were not compared where others had larger bounds, though their own risk decides", () => {
    const added = Float64Array.from({ length: 200 }, (_, place) => (place === 150 ? 0.2 : place < 100 ? 0 : 0.1));
    const { best, scores } = chooseByBounds(looseFirst(), 1, { added, costs: null }, nothing);
    expect(best).toEqual([150]);
    expect(scores[150]).toBe(0.2);
    const three = chooseByBounds(looseFirst(), 3, { added, costs: null }, nothing);
    expect(three.best).toEqual([150]);
    expect([100, 199].map((place) => three.scores[place])).toEqual([0.1, 0.1]);
  });

  test("were left out of a tie at 0", () => {
    const { best } = chooseByBounds(looseFirst(), 1, { added: null, costs: null }, nothing);
    expect(best).toEqual(Array.from({ length: 200 }, (_, place) => place));
  });

  test("do not matter below the best", () => {
    const exactly = (places: Uint32Array) => Float64Array.from(places, (place) => (place === 7 ? 0.25 : 0));
    const { best, othersBelow } = chooseByBounds(looseFirst(), 1, { added: null, costs: null }, { finer: [], exactly });
    expect([best, othersBelow]).toEqual([[7], 0.25]);
  });
});
