import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readNpy } from "../../src/formats/npy/read-npy.ts";
import { readNpz } from "../../src/formats/npy/read-npz.ts";
import { parseTable } from "../../src/formats/parse-table.ts";
import { npyOf as npy } from "../written-formats.ts";

describe("NPY", () => {
  test("reads rows in both memory orders", () => {
    const data = Float64Array.of(1, 2, 3, 4, 5, 6);
    expect([...readNpy(npy("<f8", [2, 3], data)).data]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...readNpy(npy("<f8", [2, 3], data, true)).data]).toEqual([1, 3, 5, 2, 4, 6]);
  });

  test.each([
    ["<f4", Float32Array.of(0.5, -2), [0.5, -2]],
    ["<i8", BigInt64Array.of(-3n, 4n), [-3, 4]],
    ["|u1", Uint8Array.of(0, 255), [0, 255]],
    ["|b1", Uint8Array.of(0, 1), [0, 1]],
    ["<i2", Int16Array.of(-1, 300), [-1, 300]],
    [">i2", Uint8Array.of(1, 0, 255, 255), [256, -1]],
    ["<f2", Uint16Array.of(0x3c00, 0xc100), [1, -2.5]],
  ])("reads numbers of type %s", (descr, data, expected) => {
    expect([...readNpy(npy(descr, [2], data)).data]).toEqual(expected);
  });

  test("of shape (4294967295, 0) kept a core busy without end, for it takes no bytes", () => {
    const none = new Float64Array(0);
    const sentence = "the file must hold numbers, but is of shape";
    expect(() => readNpy(npy("<f8", [4294967295, 0], none))).toThrow(`${sentence} 4294967295 x 0`);
    expect(() => readNpy(npy("<f8", [0, 4294967295], none))).toThrow(`${sentence} 0 x 4294967295`);
    expect(() => readNpy(npy("<f8", [0], none))).toThrow(`${sentence} 0`);
  });

  test("rejects what is cut off, no numbers, or of three dimensions", () => {
    const whole = npy("<f8", [3], Float64Array.of(1, 2, 3));
    expect(() => readNpy(whole.subarray(0, whole.length - 1))).toThrow("it may be cut off");
    expect(() => readNpy(npy("|O", [1], Uint8Array.of(0)))).toThrow("must have a header with a plain numeric type");
    expect(() => readNpy(npy("<U4", [1], new Uint8Array(16)))).toThrow('must hold numbers, got "dtype <U4"');
    expect(() => readNpy(npy("<f8", [1, 1, 1], Float64Array.of(1)))).toThrow("must have one or two dimensions, got 3");
    expect(() => readNpy(strToU8("x,y\n1,2\n"))).toThrow("must be a NumPy array");
  });
});

test("whole numbers above 2^53 are rejected, not rounded", () => {
  expect(() => readNpy(npy("<i8", [2], BigInt64Array.of(1n, 2n ** 53n)), "n.npy")).toThrow(
    "n.npy, row 1, column 0, must be a whole number between -2^53 and 2^53",
  );
});

describe("NPZ", () => {
  const one = npy("<f8", [2], Float64Array.of(1, 2));
  test("takes its only array, or the one that is named", () => {
    expect(readNpz(zipSync({ "emb.npy": one })).rows).toBe(2);
    const two = zipSync({ "a.npy": one, "b.npy": npy("<f8", [1], Float64Array.of(9)) });
    expect([...readNpz(two, "b").data]).toEqual([9]);
    expect(() => readNpz(two)).toThrow("array must be given, since the file holds a, b");
    expect(() => readNpz(two, "c")).toThrow("array must be one of a, b");
  });

  test("with one matrix and lists beside it is a table of vectors with keys", async () => {
    const ids = npy("<i8", [2], BigInt64Array.of(7n, 8n));
    const archive = zipSync({ "ids.npy": ids, "emb.npy": npy("<f8", [2, 2], Float64Array.of(1, 2, 3, 4)) });
    expect([...readNpz(archive).data]).toEqual([1, 2, 3, 4]);
    const { columns } = await parseTable(archive, "e.npz");
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ["ids", "number"],
      ["embedding", "vector"],
    ]);
  });

  test("that is cut off is rejected", () => {
    const archive = zipSync({ "emb.npy": one });
    expect(() => readNpz(archive.subarray(0, archive.length - 30))).toThrow("damaged or cut off");
  });
});

test("a bit that flipped inside an archive is noticed", () => {
  const archive = zipSync({ "emb.npy": [npy("<f8", [2], Float64Array.of(1, 2)), { level: 0 }] });
  expect(() => readNpz(archive)).not.toThrow();
  archive[archive.findIndex((_, i) => i > 100 && archive[i] === 0xf0)] ^= 1; // in the bytes of the 1
  expect(() => readNpz(archive)).toThrow("damaged or cut off");
});
