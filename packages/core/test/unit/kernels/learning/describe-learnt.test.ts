import { describe, expect, test } from "vitest";
import { describeLearnt } from "../../../../src/kernels/learning/describe-learnt.ts";
import type { Learnt } from "../../../../src/kernels/learning/learnt.ts";

/** Two scales times two localities. */
const MEMBERS = [0.5, 2].flatMap((scale) => [0, 1].map((locality) => ({ scale, locality })));

function learntFrom(count: number, ...weights: number[]): Learnt {
  const group = {
    name: "given",
    members: MEMBERS,
    weights: Float64Array.from(weights),
    share: 1,
    evidence: -1,
  } as const;
  return { count, evidence: -1, groups: [group], skipped: [] };
}

describe("what a kernel has learnt, in words", () => {
  test("before it learns is from how many labels on it will", () => {
    expect(describeLearnt({ learnt: null, earlier: null }, 6)).toBe("the kernel learns from 6 labelled items on");
  });

  test("adds up the weights of each scale and of each locality, the largest first", () => {
    // Scale 1/2: .1 + .2 = .3; locality 0: .1 + .45 = .55.
    expect(describeLearnt({ learnt: learntFrom(7, 0.1, 0.2, 0.45, 0.25), earlier: null }, 6)).toBe(
      "the kernel has learnt from 7 labelled items: reach 70 % 2 times sharper, 30 % 2 times wider; " +
        "distances 55 % as they are, 45 % relative to the neighbours'",
    );
  });

  test("tells how the weights moved, and of no movement below half a percent", () => {
    // Scale 1/2 from .3 to .2; locality 0 from .55 to .553.
    const change = { learnt: learntFrom(9, 0.103, 0.097, 0.45, 0.35), earlier: learntFrom(7, 0.1, 0.2, 0.45, 0.25) };
    expect(describeLearnt(change, 6)).toBe(
      "the kernel has learnt from 9 labelled items: reach 80 % 2 times sharper (up 10 %), 20 % 2 times wider (down 10 %); " +
        "distances 55 % as they are, 45 % relative to the neighbours'; changes since 7 labelled items",
    );
  });

  test("names the groups where there are several, and what was not tried", () => {
    const [given, ranks] = [learntFrom(8, 0.1, 0.1, 0.1, 0.1), learntFrom(8, 0.15, 0.15, 0.15, 0.15)].map(
      ({ groups: [group] }) => group,
    );
    const learnt: Learnt = {
      ...{ count: 8, evidence: -1, skipped: [{ name: "full", reason: "it needs at most 40 columns" }] },
      groups: [
        { ...given, share: 0.4 },
        { ...ranks, name: "ranks", share: 0.6 },
      ],
    };
    expect(describeLearnt({ learnt, earlier: null }, 6)).toBe(
      "the kernel has learnt from 8 labelled items: 60 % ranks of the features, 40 % features as given; " +
        "reach 50 % 2 times wider, 50 % 2 times sharper; distances 50 % as they are, 50 % relative to the neighbours'; " +
        "no full metric: it needs at most 40 columns",
    );
  });
});
