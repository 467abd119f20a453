import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { appendTo } from "../../../src/server/append-to.ts";
import { lineLog } from "../../../src/server/log.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const clock = () => new Date("2026-01-31T12:00:00.000Z");

test("lines that could not be written are noted once, when there is room again", async () => {
  let written = "";
  let isFull = true;
  let rejected = () => {};
  const isRejected = new Promise<void>((done) => {
    rejected = done;
  });
  const { log, close } = lineLog(async (lines) => {
    if (isFull) rejected();
    if (isFull) throw new Error("ENOSPC: no space left on device, write");
    written += lines;
  }, clock);
  log("first");
  log("second");
  await isRejected;
  isFull = false;
  log("third");
  await close();
  log("after the end");
  const lines = written.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { what: "log", lost: 2, message: "ENOSPC: no space left on device, write" },
    { what: "third" },
  ]);
});

test("a disk that takes no line for long does not fill the memory", async () => {
  let longest = 0;
  let begun = () => {};
  const isBegun = new Promise<void>((done) => {
    begun = done;
  });
  let goOn = () => {};
  const { log, close } = lineLog((lines) => {
    longest = Math.max(longest, lines.length);
    begun();
    return new Promise<void>((done) => {
      goOn = done;
    });
  }, clock);
  log("first");
  await isBegun;
  for (let line = 0; line < 100; line++) log("long", { text: "x".repeat(100_000) });
  goOn();
  const closed = close();
  await Promise.resolve();
  await new Promise((done) => setImmediate(done));
  goOn();
  await closed;
  expect(longest).toBeGreaterThan(100_000);
  expect(longest).toBeLessThan(2_000_000);
});

test("lines go behind those of earlier runs, in a file of the owner's own", async () => {
  const path = join(folder, "studio.log");
  for (const run of ["one", "two"]) {
    const { log, close } = lineLog(appendTo(path), clock);
    log("start", { run });
    await close();
  }
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).run)).toEqual(["one", "two"]);
});
