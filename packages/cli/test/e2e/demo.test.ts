import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-demo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("xpal demo", () => {
  test("draws the curves, writes an image and says what was saved", () => {
    const { code, out, err } = xpal(["demo", "--labels", "5", "--repetitions", "1", "--out", "curves.svg"], {
      cwd: folder,
    });
    expect(err).toBe(""); // no progress bar in a pipe
    expect(code).toBe(0);
    expect(out).toContain("test error");
    expect(out).toMatch(/xPAL (needs|does not reach)/);
    expect(out).toContain(join(folder, "curves.svg"));
    expect(
      Math.max(
        ...out
          .split("\n")
          .filter((line) => !line.startsWith("Image"))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100);
    expect(readFileSync(join(folder, "curves.svg"), "utf8")).toMatch(/^<svg[\s\S]*<\/svg>\n$/);
  });

  test("prints the same bytes for the same seed", () => {
    const words = ["demo", "--labels", "3", "--repetitions", "1", "--seed", "7", "--json", "--out", "a.svg"];
    const [first, second] = [xpal(words, { cwd: folder }), xpal(words, { cwd: folder })];
    expect(first.out).toBe(second.out);
    const { errors, seed, labels } = JSON.parse(first.out);
    expect(Object.keys(errors)).toEqual(["xpal", "random", "us"]);
    expect(errors.xpal).toHaveLength(labels + 1);
    expect(seed).toBe(7);
  });

  test("rejects a place it cannot write to before it computes, and leaves nothing behind", () => {
    const before = readdirSync(folder);
    const { code, err } = xpal(["demo", "--out", join(folder, "none", "x.svg")]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^xpal demo: --out must be a file that can be written, but its folder does not exist, got .*\n$/,
    );
    expect(readdirSync(folder)).toEqual(before);
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});
