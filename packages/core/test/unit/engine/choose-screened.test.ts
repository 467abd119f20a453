import { describe, expect, test } from "vitest";
import { chooseScreened } from "../../../src/engine/choose-screened.ts";

describe("chooseScreened", () => {
  const exact = [3, 5, 5, 1, 4.5];
  const bounds = () => Float64Array.of(3.5, 5.2, 5.1, 4.9, 4.6);

  test("scores candidates until no bound reaches the best score, and finds ties", () => {
    const scored: number[] = [];
    const score = (place: number) => {
      scored.push(place);
      return exact[place];
    };
    const chosen = chooseScreened(bounds(), 1, score, 5);
    expect(chosen?.best).toEqual(Uint32Array.of(1, 2));
    expect(scored).toEqual([1, 2]);
    expect(chosen?.scores).toEqual(Float64Array.of(3.5, 5, 5, 4.9, 4.6));
  });

  test("goes on to the second and third where these are wanted", () => {
    const chosen = chooseScreened(bounds(), 3, (place) => exact[place], 5);
    expect(chosen?.best).toEqual(Uint32Array.of(1, 2));
    expect(chosen?.scores).toEqual(Float64Array.of(3.5, 5, 5, 1, 4.5));
  });

  test("gives up where more candidates could be the best than may be scored", () => {
    expect(chooseScreened(Float64Array.of(2, 2, 2, 2), 1, () => 1, 3)).toBeUndefined();
  });

  test("takes all candidates where fewer are left than wanted", () => {
    expect(chooseScreened(Float64Array.of(2, 3), 5, (place) => place, 10)).toEqual({
      scores: Float64Array.of(0, 1),
      best: Uint32Array.of(1),
    });
  });
});
