// Tests that were skipped are named, and fail .ci/run.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { countTests } from "../scripts/count-tests.mjs";

const run = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: "/r/packages/a.test.ts",
      status: "failed",
      assertionResults: [
        { status: "passed", fullName: "one" },
        { status: "failed", fullName: "two" },
        { status: "passed", fullName: "three" },
      ],
    },
    {
      name: "/r/packages/queue.test.ts",
      status: "passed",
      assertionResults: [
        { status: "skipped", fullName: "a queue on Redis (where redis-server is installed)" },
        { status: "pending", fullName: "a page (where a browser is installed)" },
        { status: "todo", fullName: "later" },
      ],
    },
    { name: "/r/packages/broken.test.ts", status: "failed", assertionResults: [] },
  ],
};

describe("the sum of a test run", () => {
  test("names every test that did not run, with its file", () => {
    expect(countTests(run, "/r").skipped).toEqual([
      "packages/queue.test.ts: a queue on Redis (where redis-server is installed)",
      "packages/queue.test.ts: a page (where a browser is installed)",
      "packages/queue.test.ts: later",
    ]);
  });

  test("counts a file that could not be loaded as failed, and skipped tests only where none may be", () => {
    expect(countTests(run, "/r")).toMatchObject({ passed: 2, failed: 2 });
    expect(countTests(run, "/r", { noSkips: true })).toMatchObject({ passed: 2, failed: 5 });
  });

  test("is asked for without skips by what a submission must pass", () => {
    const gate = readFileSync(fileURLToPath(new URL("../.ci/run", import.meta.url)), "utf8");
    expect(gate).toContain("npm test -- --no-skips");
  });
});
