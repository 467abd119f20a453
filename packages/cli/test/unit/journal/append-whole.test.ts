import { closeSync, fsyncSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type AppendCalls, appendWhole } from "../../../src/journal/append-whole.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-append-"));
const path = join(folder, "journal");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(path, { force: true }));

/** A disk with room for so many bytes, which takes at most `piece` at a time. */
function disk(room: number, piece: number): AppendCalls {
  let left = room;
  return {
    writeSync(file, bytes, offset) {
      const length = Math.min(left, piece, bytes.length - offset);
      if (length === 0) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      left -= length;
      return writeSync(file, bytes, offset, length);
    },
    fsyncSync,
    ftruncateSync,
  };
}

function append(lines: readonly string[], calls: AppendCalls): { kept: string[]; text: string } {
  rmSync(path, { force: true });
  const file = openSync(path, "a+");
  const kept: string[] = [];
  try {
    for (const line of lines) {
      appendWhole(file, Buffer.from(line), calls);
      kept.push(line);
    }
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toMatch(/ENOSPC|EIO/);
  } finally {
    closeSync(file);
  }
  return { kept, text: readFileSync(path, "utf8") };
}

describe("appendWhole", () => {
  test("writes what a short write left out", () => {
    expect(append(["one\n", "two\n"], disk(100, 3)).text).toBe("one\ntwo\n");
  });

  test("of a full disk keeps exactly the lines that it acknowledged", () => {
    const line = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `${text.replaceAll("\n", " ")}\n`);
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 9 }),
        (lines, room, piece) => {
          const { kept, text } = append(lines, disk(room, piece));
          expect(text).toBe(kept.join(""));
          if (Buffer.byteLength(lines.join("")) <= room) expect(kept).toEqual(lines);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("does not acknowledge what could not be made durable", () => {
    let calls = 0;
    const failing: AppendCalls = {
      ...disk(100, 100),
      fsyncSync: () => {
        if (++calls === 2) throw Object.assign(new Error("input/output error"), { code: "EIO" });
      },
    };
    expect(append(["one\n", "two\n"], failing)).toEqual({ kept: ["one\n"], text: "one\n" });
  });

  test("leaves at most a line without an end when even that cannot be taken away", () => {
    const stuck: AppendCalls = {
      ...disk(6, 6),
      ftruncateSync: () => {
        throw Object.assign(new Error("input/output error"), { code: "EIO" });
      },
    };
    expect(append(["one\n", "two\n"], stuck)).toEqual({ kept: ["one\n"], text: "one\ntw" });
  });
});
