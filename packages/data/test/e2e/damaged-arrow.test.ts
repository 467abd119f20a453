// Reads in a process with little memory: a reader that goes on without end runs out of it, or is stopped, and the test
// fails instead of hanging.
import { spawnSync } from "node:child_process";
import { columnFromArray, fixedSizeList, float32, list, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { expect, test } from "vitest";

const pairs = [
  [1, 2],
  [3, 4],
  [5, 6],
];
const columns = tableFromColumns({
  x: columnFromArray([1.5, null, 3]),
  yes: columnFromArray([true, false, null]),
  v: columnFromArray(pairs, fixedSizeList(float32(), 2)),
  l: columnFromArray(pairs, list(float32())),
  word: columnFromArray(["a", "b", "a"]),
});

// Sets each byte in turn to each of some values; says how many of these files it read and rejected, and what else happened.
const READER = `
import { readFileSync } from "node:fs";
const { bytes: whole, values, reader, core } = JSON.parse(readFileSync(0, "utf8"));
const { readArrow } = await import(reader);
const { XpalError } = await import(core);
const seen = { read: 0, rejected: 0, other: [] };
for (let at = 0; at < whole.length; at++) {
  for (const value of values) {
    const bytes = Uint8Array.from(whole);
    bytes[at] = value;
    try {
      readArrow(bytes);
      seen.read++;
    } catch (error) {
      if (error instanceof XpalError && /^readArrow: [^\\n]+$/.test(error.message)) seen.rejected++;
      else seen.other.push([at, value, String(error)]);
    }
  }
}
console.log(JSON.stringify(seen));
`;

test.each(["file", "stream"] as const)(
  "an Arrow %s with one changed byte never sends the reader into a loop that fills the memory",
  (format) => {
    const bytes = tableToIPC(columns, { format }) as Uint8Array;
    const values = [0, 0x7f, 0x80, 0xff];
    const input = JSON.stringify({
      bytes: [...bytes],
      values,
      reader: new URL("../../dist/formats/arrow/read-arrow.js", import.meta.url),
      core: new URL("../../../core/dist/index.js", import.meta.url),
    });
    const options = ["--max-old-space-size=96", "--input-type=module", "--eval", READER];
    const run = spawnSync(process.execPath, options, { input, encoding: "utf8", timeout: 240_000 });
    expect({ signal: run.signal, status: run.status }, run.stderr.slice(0, 500)).toEqual({ signal: null, status: 0 });
    const seen = JSON.parse(run.stdout);
    expect(seen.other).toEqual([]);
    expect(seen.read + seen.rejected).toBe(bytes.length * values.length);
    expect(seen.rejected).toBeGreaterThan(100);
    expect(seen.read).toBeGreaterThan(100);
  },
  300_000,
);
