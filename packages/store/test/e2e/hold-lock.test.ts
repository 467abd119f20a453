// A lock between processes: it outlives whatever its owner does, and nothing of it outlives its owner.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { holdLock } from "../../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that tries to hold the lock; resolves to what it says. */
function tryElsewhere(file: string, then = ""): Promise<{ said: string; child: ChildProcess }> {
  const script = `import { holdLock } from "@xpal/store";
    try { holdLock(${JSON.stringify(file)}).note("somebody else"); ${then === "" ? "" : `await new Promise(setImmediate); ${then}`} console.log("held"); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.code); }`;
  const child = spawn(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.stdout.once("data", (said: Buffer) => done({ said: said.toString().trim(), child }));
  });
}

test("a lock is held once, in this process and elsewhere, and says by whom", async () => {
  const file = join(folder, "one", "studio.lock");
  const lock = holdLock(file);
  expect(() => holdLock(file)).toThrow(/^holdLock: the lock is held$/);
  lock.note("the studio at http://127.0.0.1:1");
  expect(() => holdLock(file)).toThrow("holdLock: the lock is held by the studio at http://127.0.0.1:1");
  // A rejected attempt of the owner must not lose the lock: POSIX drops it with any closed handle of the file.
  expect((await tryElsewhere(file)).said).toBe("locked");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  lock.release();
  expect(readdirSync(join(folder, "one"))).toEqual(["studio.lock"]);
  holdLock(file).release();
});

test("a lock stays held when its owner has dropped what it was given and memory is collected", async () => {
  const file = join(folder, "dropped.lock");
  const { said, child } = await tryElsewhere(file, "gc(); gc();");
  expect(said).toBe("held");
  expect(() => holdLock(file)).toThrow("held by somebody else");
  child.kill("SIGKILL");
});

test("a lock whose owner was killed is free at once, and its note is gone", async () => {
  const file = join(folder, "killed.lock");
  for (let round = 0; round < 3; round++) {
    const { said, child } = await tryElsewhere(file);
    expect(said).toBe("held");
    expect(() => holdLock(file)).toThrow("held by somebody else");
    const gone = new Promise((done) => child.once("close", done));
    child.kill("SIGKILL");
    await gone;
    const lock = holdLock(file);
    expect(() => holdLock(file)).toThrow(/is held$/);
    lock.release();
  }
});
