import {
  cosine,
  hamming,
  learnedKernel,
  matrix,
  matrixFrom,
  ownKernel,
  precomputed,
  product,
  rbf,
  similarities,
} from "../../src/index.ts";
import { madeUpCategories, madeUpPoints, madeUpTexts } from "../made-up-pools.ts";
import { kernelContract } from "./kernel.ts";

const grid = matrixFrom([
  [0, 0],
  [0.3, 0],
  [0, 0.3],
  [0.3, 0.3],
  [0, 0],
]);
const sides = [
  [
    [0, 1],
    [0, 2],
  ],
  [
    [0, 1],
    [3, 1],
  ],
  [
    [0, 0],
    [0, 4],
  ],
] as const;
const categories = madeUpCategories(9);
const texts = madeUpTexts(9);
const known = similarities(rbf({ bandwidth: 0.7 }), grid, grid);

kernelContract({ name: "rbf", kernel: rbf({ bandwidth: 0.7 }), features: grid, self: 1, writable: true, equal: sides });
kernelContract({
  name: "rbf with a tiny bandwidth",
  kernel: rbf({ bandwidth: 1e-3 }),
  features: madeUpPoints(7, 3),
  self: 1,
  writable: true,
  equal: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [2, 0],
      [2, 6],
    ],
  ],
});
kernelContract({
  name: "hamming",
  kernel: hamming({ bandwidth: 0.3 }),
  features: matrixFrom([
    [1, 0, 0, 1],
    [0, 1, 0, 1],
    [1, 0, 1, 0],
    [0, 1, 1, 0],
  ]),
  self: 1,
  writable: true,
  equal: [
    [
      [0, 1],
      [0, 2],
    ],
    [
      [0, 3],
      [1, 2],
    ],
  ],
});
kernelContract({
  name: "cosine on dense rows",
  kernel: cosine(),
  features: matrixFrom([
    [1, 2],
    [2, 1],
    [4, 2],
    [2, 4],
  ]),
  self: 1,
  writable: true,
  equal: [
    [
      [0, 1],
      [3, 2],
    ],
    [
      [0, 2],
      [3, 1],
    ],
  ],
});
kernelContract({
  name: "cosine on sparse rows",
  kernel: cosine(),
  features: texts,
  writable: true,
  equal: [
    [
      [1, 0],
      [1, 2],
    ],
  ],
});
kernelContract({
  name: "cosine that takes opposite rows for unrelated",
  kernel: cosine({ negative: "zero" }),
  features: matrixFrom([[1], [-1], [2]]),
  self: 1,
  writable: true,
  equal: [
    [
      [0, 1],
      [1, 2],
    ],
  ],
});
kernelContract({ name: "precomputed", kernel: precomputed(), features: known, self: 1, writable: true, equal: sides });
kernelContract({
  name: "product",
  kernel: product([rbf({ bandwidth: 0.7 }), hamming({ bandwidth: 0.3 }), cosine()]),
  features: { rows: 5, groups: [grid, matrix(5, 2), matrix(5, 1, new Float64Array(5).fill(2))] },
  self: 1,
  writable: true,
  equal: sides,
});
kernelContract({
  name: "of one's own",
  kernel: ownKernel("near", (a, b) => 1 / (1 + Math.abs(a[0] - b[0]))),
  features: categories,
  self: 1,
  writable: false,
  equal: [
    [
      [0, 0],
      [1, 1],
    ],
  ],
});
kernelContract({
  name: "learning, before it has learned",
  kernel: learnedKernel({ base: rbf({ bandwidth: 0.7 }) }),
  features: grid,
  self: 1,
  writable: true,
  equal: sides,
});
