import { describe, expect, test } from "vitest";
import { kernelFromJSON } from "../../../src/kernels/kernel-from-json.ts";
import { ownKernel } from "../../../src/kernels/own-kernel.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

const points = matrixFrom([[1], [3]]);

describe("a kernel of one's own", () => {
  test("is called with the two rows", () => {
    const overlap = ownKernel("overlap", (a, b) => Math.min(a[0], b[0]));
    expect(overlap.similarity(points, 0, points, 1)).toBe(1);
    expect(overlap.similarity(points, 1, points, 1)).toBe(3);
  });

  test.each([Number.NaN, -0.5, Infinity, "1", undefined])("that returns %s is rejected with the rows", (value) => {
    const broken = ownKernel("broken", () => value as number);
    expect(rejection(() => broken.similarity(points, 0, points, 1))).toMatch(
      /^kernel broken: the similarity of rows 0 and 1 must be a finite number, not negative, got /,
    );
  });

  test("that returns more than frequencies can hold is rejected", () => {
    const huge = ownKernel("huge", () => 1e300);
    expect(rejection(() => huge.similarity(points, 0, points, 1))).toBe(
      "kernel huge: the similarity of rows 0 and 1 must be at most 1e+60, got 1e+300",
    );
  });

  test("may not carry the name of a kernel of the library, which a file would read back instead", () => {
    expect(rejection(() => ownKernel("cosine", () => 1))).toBe(
      'ownKernel: name must not be one of rbf, hamming, cosine, precomputed, product, learned, mixture, groupMixture, got "cosine"',
    );
  });

  test("must be passed again when a file is read", () => {
    const json = JSON.parse(JSON.stringify(ownKernel("overlap", () => 1)));
    expect(rejection(() => kernelFromJSON(json))).toBe(
      'kernelFromJSON: json.name must name a kernel of this library, got "overlap"; pass your own kernel as an option',
    );
  });
});
