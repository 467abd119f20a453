import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lockFile } from "../../../src/journal/lock.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-lock-"));
const file = join(folder, "points.csv");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock of a file", () => {
  test("is held by one at a time and leaves nothing behind", async () => {
    const lock = await lockFile(file);
    await expect(lockFile(file)).rejects.toThrow(/by one command at a time, but process \d+ is doing so; end it first/);
    expect(existsSync(`${file}.labels.lock`)).toBe(true);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    (await lockFile(file)).release();
  });

  test("goes to one of those who ask at the same moment", async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockFile(file)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of asked) if (answer.status === "fulfilled") answer.value.release();
  });

  test("is free where a process was killed and left its file", async () => {
    writeFileSync(`${file}.labels.lock`, "");
    (await lockFile(file)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is rejected in one sentence if the folder is a file", async () => {
    writeFileSync(file, "x\n1\n");
    await expect(lockFile(join(file, "points.csv"))).rejects.toThrow(
      /the folder of .* must be one that can be written to, since the answers are kept there, but its folder is a file/,
    );
  });
});
