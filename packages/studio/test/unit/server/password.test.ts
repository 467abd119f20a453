import { describe, expect, test, vi } from "vitest";

let underWay = 0;
let most = 0;
const asked: { N: number; r: number; p: number; maxmem: number }[] = [];
let finish: (() => void)[] = [];
vi.mock("node:crypto", async (original) => ({
  ...(await original<typeof import("node:crypto")>()),
  scrypt: (
    password: string,
    salt: Buffer,
    bytes: number,
    options: (typeof asked)[number],
    done: (error: null, hash: Buffer) => void,
  ) => {
    asked.push(options);
    most = Math.max(most, ++underWay);
    finish.push(() => {
      underWay--;
      done(null, Buffer.alloc(bytes, `${password} ${salt.toString("hex")} ${options.N}`));
    });
  },
}));
const { hashPassword, isPassword } = await import("../../../src/server/accounts/password.ts");

/** Lets one that is under way end. */
async function finishOne(): Promise<void> {
  finish.shift()?.();
  await new Promise(setImmediate);
}

/** Lets all that is under way end, and what begins after it, until nothing is left. */
async function finishAll(): Promise<void> {
  for (let idle = 0; idle < 3; idle = finish.length === 0 ? idle + 1 : 0) {
    const now = finish;
    finish = [];
    for (const end of now) end();
    await new Promise(setImmediate);
  }
}

describe("a password", () => {
  test("was hashed with a quarter of the least that is recommended: it is 2^17, 8 and 1, which are kept with the hash", async () => {
    const hashing = hashPassword("three plain words");
    await finishAll();
    const kept = await hashing;
    expect(kept).toMatch(/^scrypt\$17\$8\$1\$/);
    expect(asked.at(-1)).toMatchObject({ N: 131_072, r: 8, p: 1 });
    expect(asked.at(-1)?.maxmem).toBeGreaterThan(128 * 131_072 * 8); // Node rejects as much as the limit
    const comparing = [isPassword("three plain words", kept), isPassword("four plain words", kept)];
    await finishAll();
    expect(await Promise.all(comparing)).toEqual([true, false]);
  });
  test("is compared with the parameters that it was kept with, and hashed even if nobody has the name", async () => {
    const comparing = [isPassword("x", `scrypt$15$8$3$${"A".repeat(22)}$${"A".repeat(43)}`), isPassword("x", null)];
    await finishAll();
    expect(await Promise.all(comparing)).toEqual([false, false]);
    expect(asked.slice(-2)).toMatchObject([
      { N: 32_768, r: 8, p: 3 },
      { N: 131_072, r: 8, p: 1 },
    ]);
  });
  test("was hashed beside two others when it came as one of these ended", async () => {
    most = 0;
    const first = [1, 2, 3].map(() => hashPassword("three plain words"));
    await new Promise(setImmediate);
    const late = Promise.race(first).then(() => hashPassword("three plain words"));
    await finishOne();
    await finishAll();
    await Promise.all([...first, late]);
    expect(most).toBe(2);
  });
  test("is hashed beside one other at most: 128 MB each, and whoever comes when forty wait is told to come later", async () => {
    most = 0;
    const hashing = Promise.allSettled(Array.from({ length: 100 }, () => hashPassword("three plain words")));
    await finishAll();
    const ends = await hashing;
    expect(most).toBe(2);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(42);
    const rejected = ends.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(rejected.reason).toMatchObject({ code: "too-many" });
  });
});
