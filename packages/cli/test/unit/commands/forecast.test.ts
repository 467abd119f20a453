import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

/** Two clouds of 60 rows with the first so many labelled. */
function table(labelled: number): string {
  const file = join(mkdtempSync(join(tmpdir(), "xpal-forecast-")), "clouds.csv");
  const rows = Array.from({ length: 60 }, (_, i) => {
    const side = i % 2;
    const x = 3 * side + Math.sin(i * 12.9898);
    return `${x.toFixed(3)},${Math.cos(i * 78.233).toFixed(3)},${i < labelled ? ["left", "right"][side] : ""}`;
  });
  writeFileSync(file, `x,y,side\n${rows.join("\n")}\n`);
  return file;
}

describe("xpal forecast", () => {
  test("says how many more labels, with an interval, and the same as JSON", async () => {
    const file = table(24);
    const { code, out } = await runHere(tmpdir(), ["forecast", file, "--label", "side", "--kernel", "auto"]);
    expect(code).toBe(0);
    expect(out).toMatch(/24 of 60 rows are labelled, 36 are open/);
    expect(out).toMatch(/labels +estimated error +rough range/);
    expect(out).not.toContain("sure)");
    expect(out).toMatch(
      /No check has measured the error so far\. 5 % error cannot be guaranteed here: it takes about 79 more/,
    );
    const json = await runHere(tmpdir(), [
      "forecast",
      file,
      "--label",
      "side",
      "--kernel",
      "auto",
      "--target",
      "20%",
      "--json",
    ]);
    const found = JSON.parse(json.out);
    expect(found).toMatchObject({ labelled: 24, rows: 60, open: 36, target: 0.2, level: 0.9 });
    expect(found.more.low).toBeLessThanOrEqual(found.more.high);
    expect(found.sentence).toContain("20 %");
  });

  test("prints its curve as CSV", async () => {
    const file = table(24);
    const { code, out } = await runHere(tmpdir(), ["forecast", file, "--label", "side", "--kernel", "auto", "--csv"]);
    const [head, first, ...rest] = out.trim().split("\n");
    expect([code, head, first.split(",").length]).toEqual([0, "labels,estimated_error,low,high", 4]);
    expect(rest.length).toBeGreaterThan(3);
  });

  test("left a skipped row out of the rows of the JSON and out of the text", async () => {
    const file = table(24);
    const options = ["--label", "side", "--kernel", "auto"];
    await runHere(tmpdir(), ["label", file, ...options], "sq");
    const found = JSON.parse((await runHere(tmpdir(), ["forecast", file, ...options, "--json"])).out);
    expect(found).toMatchObject({ labelled: 24, skipped: 1, rows: 60, open: 35 });
    const counted = "24 of 60 rows are labelled, 1 was skipped, 35 are open.";
    expect((await runHere(tmpdir(), ["forecast", file, ...options])).out).toContain(counted);
    expect((await runHere(tmpdir(), ["suggest", file, ...options])).out).toContain(counted);
  });

  test("rejects fewer than 20 labels and a target that is no share", async () => {
    const few = await runHere(tmpdir(), ["forecast", table(12), "--label", "side", "--kernel", "auto"]);
    expect(few.code).toBe(2);
    expect(few.err).toContain("must be at least 20 for a forecast, got 12; label more items first");
    for (const target of ["0", "1", "5", "-0.1", "nothing", "120%"]) {
      const bad = await runHere(tmpdir(), ["forecast", table(24), "--label", "side", "--target", target]);
      expect(bad.code, target).toBe(2);
      expect(bad.err, target).toContain("--target must be a share above 0 and below 1");
    }
  });
});
