// What `xpal queue watch` says at the end of a plan.
import { tmpdir } from "node:os";
import { beforeEach, expect, test, vi } from "vitest";
import { runHere } from "../run-here.ts";

const end = { plan: "0123456789abcdef", runs: 20, failures: [] as object[] };
vi.mock("@xpal/queue", () => ({
  storeBeside: (queue: string) => queue,
  openQueue: async () => ({ watch: async () => end, close: async () => {} }),
}));
const watch = (...more: string[]) => runHere(tmpdir(), ["queue", "watch", ...more], "", "postgres://host/db");

beforeEach(() => {
  end.failures = [];
});

test("ended with code 0 and without a reason although runs had failed", async () => {
  expect(await watch()).toMatchObject({ code: 0, err: "" });
  end.failures = [1, 2].map((repetition) => ({ dataset: "iris", strategy: "xPAL", repetition, sentence: "too large" }));
  const { code, out, err } = await watch();
  expect([code, out]).toEqual([1, expect.stringContaining("18 of 20 runs are in the store, 2 failed\n")]);
  expect(err).toContain("xPAL on iris, repetition 2, failed: too large\n");
  expect(err).toContain("xpal queue watch: failed (2 of 20 runs failed and are missing from the report)");
  const json = await watch("--json");
  expect([json.code, JSON.parse(json.out)]).toEqual([1, { plan: end.plan, runs: 18, failures: end.failures }]);
});
