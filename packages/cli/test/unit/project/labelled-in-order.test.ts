import { UNLABELLED } from "@xpal/data";
import { expect, test } from "vitest";
import { labelledInOrder } from "../../../src/project/labelled-in-order.ts";

test("labelled rows come class by class in turn, then the journal's in the order of its answers", () => {
  const labels = Int32Array.of(0, 0, 0, 1, 1, 2, UNLABELLED, 1, 0);
  const answers = {
    labels: new Map([
      [8, "a"],
      [7, "b"],
      [6, "gone"],
    ]),
  };
  expect(labelledInOrder({ labels, answers })).toEqual([0, 3, 5, 1, 4, 2, 8, 7]);
});
