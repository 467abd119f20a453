import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { lockFile } from "../../../src/journal/lock.ts";
import { isRunning, processName, thisProcess } from "../../../src/journal/process-name.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-lock-"));
const file = join(folder, "points.csv");
const claims = `${file}.labels.lock`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => rmSync(claims, { recursive: true, force: true }));

/** The claim of a process like this one, in some parts another. */
function claimOf(change: Partial<Record<"pid" | "started" | "boot" | "place", string>>): string {
  const [pid, started, boot, place] = thisProcess().text.split("-");
  const of = { pid, started, boot, place, ...change };
  return `${of.pid}-${of.started}-${of.boot}-${of.place}.aa`;
}

function leave(claim: string): void {
  mkdirSync(claims, { recursive: true });
  writeFileSync(join(claims, claim), "");
}

describe("the lock of a file", () => {
  test("is held by one at a time and leaves nothing behind", async () => {
    const lock = await lockFile(file);
    await expect(lockFile(file)).rejects.toThrow(/by one command at a time, but process \d+ is doing so; end it first/);
    expect(readdirSync(claims)).toHaveLength(1);
    lock.release();
    expect(existsSync(claims)).toBe(false);
    (await lockFile(file)).release();
  });

  test("is given to one of those who ask at the same moment, never to two", async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockFile(file)));
    expect(asked.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    for (const answer of asked) if (answer.status === "fulfilled") answer.value.release();
  });

  test.each([
    ["that has ended", { pid: "999999999" }],
    ["whose number another one has now", { started: "0123456789ab" }],
    ["of before the machine was started again", { boot: "0123456789ab" }],
  ])("counts the claim of a process %s for nothing", async (_, change) => {
    leave(claimOf(change));
    const lock = await lockFile(file);
    expect(readdirSync(claims)).toHaveLength(1);
    lock.release();
  });

  test("respects the claim of another machine, which it cannot judge, and says how to go on", async () => {
    leave(claimOf({ place: "0123456789ab", pid: "999999999" }));
    await expect(lockFile(file)).rejects.toThrow(/another machine .*; end it first, or remove .*labels\.lock if it no/);
  });

  test("passes over files that are no claims", async () => {
    leave("notes.txt");
    (await lockFile(file)).release();
    expect(readdirSync(claims)).toEqual(["notes.txt"]);
  });

  test("is refused in words where the folder cannot be written to", async () => {
    writeFileSync(file, "x\n1\n");
    await expect(lockFile(join(file, "points.csv"))).rejects.toThrow(
      /the folder of .* must be one that can be written to, since the answers are kept there, but its folder is a file/,
    );
  });
});

test("the name of a process is read back from a claim", () => {
  expect(processName(`${thisProcess().text}.0a0b`)).toEqual(thisProcess());
  expect(isRunning(thisProcess())).toBe(true);
  expect(processName("notes.txt")).toBeUndefined();
});
