import { describe, expect, test } from "vitest";
import { cosine } from "../../../src/kernels/cosine.ts";
import { hamming } from "../../../src/kernels/hamming.ts";
import { kernelFromJSON } from "../../../src/kernels/kernel-from-json.ts";
import { ownKernel } from "../../../src/kernels/own-kernel.ts";
import { product } from "../../../src/kernels/product.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { similarities } from "../../../src/kernels/similarities.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

const numbers = matrixFrom([[0], [1]]);
const categories = matrixFrom([
  [1, 0],
  [0, 1],
]);
const groups = { rows: 2, groups: [numbers, categories] };
const kernel = product([rbf({ bandwidth: 0.5 }), hamming({ bandwidth: 0.5 })]);

describe("product", () => {
  test("multiplies the similarities of the groups", () => {
    expect(kernel.similarity(groups, 0, groups, 1)).toBeCloseTo(Math.exp(-4), 15); // e^-2 times e^-2
    expect(kernel.similarity(groups, 1, groups, 1)).toBe(1);
  });

  test("reads back from its JSON form with the same values", () => {
    const again = kernelFromJSON(JSON.parse(JSON.stringify(kernel)));
    expect(similarities(again, groups, groups)).toEqual(similarities(kernel, groups, groups));
  });

  test("rejects features that are not one group per kernel", () => {
    const rule = "features must be 2 groups, one per kernel of the product";
    expect(rejection(() => similarities(kernel, numbers, numbers))).toBe(`similarities: ${rule}, got an object`);
    const three = { rows: 2, groups: [numbers, categories, numbers] };
    expect(rejection(() => similarities(kernel, three, three))).toBe(`similarities: ${rule}, got an object`);
  });

  test("rejects parts that are no kernels, and no parts", () => {
    expect(rejection(() => product([]))).toBe("product: parts must be a list of kernels, got an Array of length 0");
    expect(rejection(() => product([cosine(), {} as never]))).toMatch(
      /^product: parts\[1\] must be a kernel, got an object;/,
    );
  });

  test("rejects a product that leaves the range of frequencies", () => {
    const large = ownKernel("large", () => 2 ** 150);
    const features = { rows: 2, groups: [numbers, numbers] };
    expect(rejection(() => product([large, large]).similarity(features, 0, features, 1))).toBe(
      "kernel product: the similarity of rows 0 and 1 must be at most 1e+60, got 2.037035976334486e+90",
    );
  });
});
