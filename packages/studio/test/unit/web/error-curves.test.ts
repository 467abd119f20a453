import { expect, test } from "vitest";
import type { Model } from "../../../src/protocol/messages.ts";
import { errorCurves } from "../../../src/web/ui/error-curves.ts";

const curvesOf = (...real: (number | null)[]) =>
  errorCurves({ curve: real.map((real, labels) => ({ labels, expected: 0.5, real })) } as unknown as Model);

test("a true error that is hidden was drawn as 0", () => {
  expect(curvesOf(null, null).map(({ points }) => points)).toEqual([
    [
      [0, 0.5],
      [1, 0.5],
    ],
  ]);
});

test("a true error that is known is drawn beside the expected one, also where it is 0", () => {
  expect(curvesOf(0.25, 0).map(({ points }) => points)[1]).toEqual([
    [0, 0.25],
    [1, 0],
  ]);
});
