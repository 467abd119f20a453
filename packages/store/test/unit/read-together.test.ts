import { expect, test } from "vitest";
import { readTogether } from "../../src/read-together.ts";

/** Reads that end when they are told to. */
function slowReads(most = 10) {
  const reads: { readonly keys: readonly number[]; end(): void; fail(): void }[] = [];
  const read = readTogether((keys: readonly number[]) => {
    return new Promise<string[]>((done, failed) => {
      const end = () => done(keys.map((key) => `value ${key}`));
      reads.push({ keys, end, fail: () => failed(new Error("the server is gone")) });
    });
  }, most);
  return { reads, read };
}
const turn = () => new Promise((done) => setImmediate(done));

test("what is asked for at the same time is read at once", async () => {
  const { reads, read } = slowReads();
  const both = Promise.all([read(1), read(2)]);
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([[1, 2]]);
  reads[0].end();
  expect(await both).toEqual(["value 1", "value 2"]);
});

test("what is asked for during a read is read by the next one, which begins after it: a removed session is not found again", async () => {
  const { reads, read } = slowReads();
  const first = read(1);
  await turn();
  const again = read(1);
  const other = read(2);
  await turn();
  expect(reads).toHaveLength(1);
  reads[0].end();
  await first;
  await turn();
  expect(reads[1].keys).toEqual([1, 2]);
  reads[1].end();
  expect(await Promise.all([again, other])).toEqual(["value 1", "value 2"]);
});

test("a read that fails is told to those who asked for it, and the next one is made all the same", async () => {
  const { reads, read } = slowReads();
  const first = read(1).catch((error: Error) => error.message);
  await turn();
  const next = read(2);
  reads[0].fail();
  expect(await first).toBe("the server is gone");
  await turn();
  reads[1].end();
  expect(await next).toBe("value 2");
});

test("no read has more keys than the database takes", async () => {
  const { reads, read } = slowReads(2);
  const all = Promise.all([1, 2, 3].map(read));
  await turn();
  reads[0].end();
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([[1, 2], [3]]);
  reads[1].end();
  expect(await all).toEqual(["value 1", "value 2", "value 3"]);
});
