// The benchmark against other tools: what it computes from areas, and what it says where the tools are missing.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { comparisons } from "../bench/peers/comparison.mjs";

const BENCH = fileURLToPath(new URL("../bench/main.mjs", import.meta.url));

test("compares with each rival and with the best one of each dataset", () => {
  const rows = [
    { dataset: "a", own: 0.1, tree: 0.2, line: 0.4 },
    { dataset: "b", own: 0.3, tree: 0.3, line: 0.2 },
  ];
  const [tree, line, best] = comparisons(rows, ["own"], ["tree", "line"]);
  // tree: -1/2 and 0; line: -3/4 and +1/2; best: tree on a, -1/2, and line on b, +1/2.
  expect([tree.against, tree.meanChange, tree.lower, tree.equal]).toEqual(["tree", -0.25, 1, 1]);
  expect(line.meanChange).toBeCloseTo(-0.125, 12);
  expect(line.largestGain).toEqual(["a", -0.75]);
  expect(best.meanChange).toBeCloseTo(0, 12);
  expect([best.lower, best.datasets]).toEqual([1, 2]);
  expect(best.largestLoss[0]).toBe("b");
});

test("says in one sentence that scikit-learn is missing", () => {
  const { status, stderr } = spawnSync(process.execPath, [BENCH, "peers", "--python", "/no/python"], {
    encoding: "utf8",
  });
  expect(status).toBe(3);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain("python3-sklearn");
});

test("rejects an invalid number of splits", () => {
  const { status, stderr } = spawnSync(process.execPath, [BENCH, "peers", "--splits", "0"], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("--splits");
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
