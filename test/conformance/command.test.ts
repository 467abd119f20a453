import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const loader = new URL("../../scripts/load-typescript.mjs", import.meta.url).href;
const main = fileURLToPath(new URL("main.ts", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-conformance-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", loader, main, ...args], {
    encoding: "utf8",
  });
  return { status, lines: stdout.trimEnd().split("\n"), complaint: stderr.trimEnd() };
};

describe("npm run conformance", () => {
  test("fails when there was nothing to check", () => {
    expect(run(folder)).toEqual({ status: 1, lines: ["conformance: 0 checked, 0 failed"], complaint: "" });
  });

  test("prints one line per file, the sum at the end, and succeeds when all agrees", () => {
    writeFileSync(
      join(folder, "statistics.json"),
      JSON.stringify({ aulc: [{ test_error: [1, 0], aulc: 0.5 }], ranks: [] }),
    );
    writeFileSync(join(folder, "else.json"), "{}");
    expect(run(folder)).toEqual({
      status: 0,
      lines: [
        "else.json: skipped, not a reference file",
        "statistics.json: 1 checked, 0 failed, worst deviation 0",
        "conformance: 1 checked, 0 failed",
      ],
      complaint: "",
    });
  });

  test("fails on a wrong number and says which", () => {
    writeFileSync(
      join(folder, "statistics.json"),
      JSON.stringify({ ranks: [], aulc: [{ test_error: [1, 0], aulc: 0.75 }] }),
    );
    const { status, lines, complaint } = run(folder);
    expect([status, lines.at(-1)]).toEqual([1, "conformance: 1 checked, 1 failed"]);
    expect(complaint).toBe("  aulc[0]: got 0.5, want 0.75");
  });

  test("answers a missing folder, a file and a missing argument with one sentence", () => {
    for (const args of [[join(folder, "none")], [main], []]) {
      const { status, complaint } = run(...args);
      expect(status).toBe(2);
      expect(complaint).toMatch(/^conformance: [^\n]+$/);
    }
  });
});
