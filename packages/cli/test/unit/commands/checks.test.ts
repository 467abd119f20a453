// Checks in the terminal: random rows among the questions, with the prediction of before the answer in the journal, and what they
// guarantee, the same in the summary and in the forecast.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

/** Two clouds of 60 rows each, left and right of 2. */
function cloudsFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), "xpal-checks-")), "clouds.csv");
  const rows = Array.from({ length: 120 }, (_, i) => `${(4 * (i % 2) + Math.sin(i * 12.9898)).toFixed(3)},`);
  writeFileSync(file, `x,side\n${rows.join("\n")}\n`);
  return file;
}

const OPTIONS = ["--label", "side", "--classes", "left,right", "--kernel", "auto"];
const labelled = async (file: string, keys: string, ...more: string[]) => {
  const { code, out, err } = await runHere(tmpdir(), ["label", file, ...OPTIONS, "--json", ...more], keys);
  expect(code, err).toBe(0);
  return JSON.parse(out);
};
const entries = (file: string) =>
  readFileSync(`${file}.labels.jsonl`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));
/** Answers truly whatever is asked, one row after the other. */
async function answer(file: string, count: number, ...more: string[]) {
  let end: Awaited<ReturnType<typeof labelled>>;
  for (let i = 0; i < count; i++) {
    end = await labelled(file, "1", "--count", "1", ...more);
    const { row } = entries(file).at(-1);
    if (row % 2 === 1) {
      await labelled(file, "u", ...more);
      end = await labelled(file, "2", "--count", "1", ...more);
      expect(entries(file).at(-1).row).toBe(row);
    }
  }
  return end;
}

describe("xpal label --checks", () => {
  test("offered only an estimate: one question in ten is a check, with what was predicted before its answer", async () => {
    const file = cloudsFile();
    await labelled(file, "12".repeat(15));
    const checks = entries(file).filter(({ asked }) => asked === "check");
    expect(Math.abs(checks.length - 3)).toBeLessThanOrEqual(1);
    for (const { predicted } of checks) expect(["left", "right"]).toContain(predicted);
    await labelled(file, "12".repeat(5), "--checks", "0");
    expect(entries(file).filter(({ asked }) => asked === "check")).toHaveLength(checks.length);
  });

  test("guarantees the target once enough checks were right, the same in summary and forecast", async () => {
    const file = cloudsFile();
    await answer(file, 20, "--checks", "0");
    const early = await labelled(file, "", "--target", "20%");
    expect(early.guarantee).toMatchObject({ target: 0.2, checks: 0, toGo: 20, reached: false, bound: null });
    const end = await answer(file, 20, "--checks", "1", "--target", "20%");
    expect(end.guarantee).toMatchObject({ reached: true, checks: 20, wrong: 0, toGo: 0 });
    expect(end.guarantee.sentence).toContain(
      "You can stop: at most 20 % of the open rows are wrong (95 % confidence).",
    );
    const told = await runHere(tmpdir(), ["forecast", file, ...OPTIONS, "--target", "20%", "--json"], "");
    expect(JSON.parse(told.out).guarantee).toEqual(end.guarantee);
    // Another model has predicted none of them.
    const other = await runHere(
      tmpdir(),
      ["forecast", file, ...OPTIONS, "--kernel", "learned", "--target", "20%", "--json"],
      "",
    );
    expect(JSON.parse(other.out).guarantee).toMatchObject({ checks: 0, reached: false });
  });

  test("showed the prediction of a row that is to measure it", async () => {
    const file = cloudsFile();
    await labelled(file, "12".repeat(4), "--checks", "0");
    const shown = ["label", file, ...OPTIONS, "--checks", "1", "--show-prediction", "--count", "1"];
    const { out } = await runHere(tmpdir(), shown, "1");
    expect(out).toContain("a check: drawn at random");
    expect(out).not.toMatch(/predicted (left|right) \(/);
  });

  test("rejects a share that is none", async () => {
    const { code, err } = await runHere(tmpdir(), ["label", cloudsFile(), ...OPTIONS, "--checks", "2"], "");
    expect(code).toBe(2);
    expect(err).toContain("--checks must be a share from 0 to 1");
  });
});

test("a summary with few labels estimates nothing: it is too early to tell", async () => {
  const file = cloudsFile();
  const { out } = await runHere(tmpdir(), ["label", file, ...OPTIONS], "1212q");
  expect(out).toContain("Too early for a forecast of the error");
});
