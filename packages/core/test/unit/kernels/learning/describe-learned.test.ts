import { describe, expect, test } from "vitest";
import { describeLearned } from "../../../../src/kernels/learning/describe-learned.ts";
import type { Learned } from "../../../../src/kernels/learning/learned.ts";

/** Two scales times two localities. */
const MEMBERS = [0.5, 2].flatMap((scale) => [0, 1].map((locality) => ({ scale, locality })));

function learnedFrom(count: number, ...weights: number[]): Learned {
  const group = {
    name: "given",
    members: MEMBERS,
    weights: Float64Array.from(weights),
    share: 1,
    evidence: -1,
  } as const;
  return { count, evidence: -1, groups: [group], skipped: [] };
}

describe("what a kernel has learned, in words", () => {
  test("before it learns is from how many labels on it will", () => {
    expect(describeLearned({ learned: null, earlier: null }, 6)).toBe("the kernel learns from 6 labelled items on");
  });

  test("adds up the weights of each scale and of each locality, the largest first", () => {
    // Scale 1/2: .1 + .2 = .3; locality 0: .1 + .45 = .55.
    expect(describeLearned({ learned: learnedFrom(7, 0.1, 0.2, 0.45, 0.25), earlier: null }, 6)).toBe(
      "the kernel has learned from 7 labelled items: reach 70 % 2 times sharper, 30 % 2 times wider; " +
        "distances 55 % as they are, 45 % relative to the neighbours'",
    );
  });

  test("tells how the weights moved, and of no movement below half a percent", () => {
    // Scale 1/2 from .3 to .2; locality 0 from .55 to .553.
    const change = { learned: learnedFrom(9, 0.103, 0.097, 0.45, 0.35), earlier: learnedFrom(7, 0.1, 0.2, 0.45, 0.25) };
    expect(describeLearned(change, 6)).toBe(
      "the kernel has learned from 9 labelled items: reach 80 % 2 times sharper (up 10 %), 20 % 2 times wider (down 10 %); " +
        "distances 55 % as they are, 45 % relative to the neighbours'; changes since 7 labelled items",
    );
  });

  test("names the groups where there are several, and what was not tried", () => {
    const [given, ranks] = [learnedFrom(8, 0.1, 0.1, 0.1, 0.1), learnedFrom(8, 0.15, 0.15, 0.15, 0.15)].map(
      ({ groups: [group] }) => group,
    );
    const learned: Learned = {
      ...{ count: 8, evidence: -1, skipped: [{ name: "full", reason: "it needs at most 40 columns" }] },
      groups: [
        { ...given, share: 0.4 },
        { ...ranks, name: "ranks", share: 0.6 },
      ],
    };
    expect(describeLearned({ learned, earlier: null }, 6)).toBe(
      "the kernel has learned from 8 labelled items: 60 % ranks of the features, 40 % features as given; " +
        "reach 50 % 2 times wider, 50 % 2 times sharper; distances 50 % as they are, 50 % relative to the neighbours'; " +
        "no full metric: it needs at most 40 columns",
    );
  });
});
