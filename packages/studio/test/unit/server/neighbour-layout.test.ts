import { generator, matrixFrom } from "@xpal/core";
import { expect, test } from "vitest";
import { neighbourLayout } from "../../../src/server/scoring/neighbour-layout.ts";

/** Three clouds on a line in five dimensions, 20 items each. */
function clouds() {
  const draw = generator(7);
  const noise = () => draw.nextIndex(1000) / 1000;
  return matrixFrom(
    Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 5 }, (_, c) => 6 * (Math.floor(i / 20) + (c % 2)) + noise()),
    ),
  );
}

test("the map puts the nearest neighbour of an item into its own cloud", () => {
  const { x, y } = neighbourLayout(clouds());
  const nearest = Array.from(x, (_, i) => {
    const distances = Array.from(x, (_, j) => (i === j ? Infinity : (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2));
    return distances.indexOf(Math.min(...distances));
  });
  expect(nearest.filter((j, i) => Math.floor(i / 20) !== Math.floor(j / 20))).toEqual([]);
});

test("the map of the same features is the same, and spans -1 to 1", () => {
  const [one, two] = [neighbourLayout(clouds()), neighbourLayout(clouds())];
  expect(one).toEqual(two);
  for (const axis of [one.x, one.y]) expect([Math.min(...axis), Math.max(...axis)]).toEqual([-1, 1]);
});

test("the map of equal items is finite", () => {
  const { x, y } = neighbourLayout(matrixFrom(Array.from({ length: 12 }, () => [1, 2])));
  expect([...x, ...y].every(Number.isFinite)).toBe(true);
});
