import { expect, test } from "vitest";
import { Once } from "../../../src/server/exchange/once.ts";

test("what failed is tried again, and what succeeded is not done again", async () => {
  const once = new Once<number>();
  let times = 0;
  const work = async () => {
    times++;
    if (times === 1) throw new Error("not yet");
    return times;
  };
  await expect(once.do("a", work)).rejects.toThrow("not yet");
  expect(await Promise.all([once.do("a", work), once.do("a", work)])).toEqual([2, 2]);
  expect(await once.do("a", work)).toBe(2);
  expect(await once.do("b", work)).toBe(3);
});

test("answers of long ago are forgotten, so that memory does not grow", async () => {
  const once = new Once<number>();
  for (let key = 0; key <= 100; key++) await once.do(String(key), async () => key);
  expect(await once.do("100", async () => -1)).toBe(100);
  expect(await once.do("0", async () => -1)).toBe(-1);
});
