// What the commands around a queue reject before anything is done.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-rejected-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PLAN = "reproduce --quick --datasets iris --strategies xpal,rand --repetitions 4 --out rejected";

describe("the commands around a queue reject", () => {
  test.each([
    ["worker", "--queue must be an address"],
    ["queue status", "name it there or in XPAL_QUEUE"],
    [`${PLAN} --queue`, "name it there or in XPAL_QUEUE"],
    [`${PLAN} --tags gpu`, "--tags must come with --queue"],
    [
      `${PLAN} --queue mysql://me:secret@host/db`,
      '--queue must be postgres://user:password@host:port/database or redis://host:port, got "mysql://me:***@host/db"',
    ],
    [
      `${PLAN} --queue redis://:secret@127.0.0.1:1`,
      "--store must be postgres://user:password@host:port/database beside a queue",
    ],
    [`${PLAN} --queue postgres://me:secret@127.0.0.1:1/db`, "could not be reached at postgres://me:***@127.0.0.1:1/db"],
    ["worker --queue postgres://me:secret@127.0.0.1:1/db", "could not be reached at postgres://me:***@127.0.0.1:1/db"],
    [
      "worker --queue redis://:secret@127.0.0.1:1 --store postgres://me:secret@127.0.0.1:1/db",
      "could not be reached at redis://:***@127.0.0.1:1",
    ],
    [
      "worker --queue postgres://me:secret@127.0.0.1:1/db --store sqlite:runs.sqlite",
      '--store must be postgres://user:password@host:port/database beside a queue, got "sqlite:runs.sqlite"; workers on other machines must reach it',
    ],
    ["queue cancel --queue postgres://me:secret@127.0.0.1:1/db", "could not be reached"],
    ["worker --threads 0", "--threads must be an integer from 1 to 1024"],
    ["worker --idle soon", "--idle must be an integer of at least 1"],
  ])("xpal %s in one sentence, without a password", async (line, sentence) => {
    const { code, err } = await runHere(folder, line.split(" "));
    expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(err).toContain(sentence);
    expect(err).not.toContain("secret");
    expect(existsSync(join(folder, "rejected"))).toBe(false);
  });
});
