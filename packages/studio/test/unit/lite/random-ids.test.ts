import { expect, test } from "vitest";
import { uuidOf } from "../../../src/lite/random-ids.ts";

test("an id of random bytes says that it is one", () => {
  expect(uuidOf(new Uint8Array(16))).toBe("00000000-0000-4000-8000-000000000000");
  expect(uuidOf(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(uuidOf(Uint8Array.from({ length: 16 }, (_, i) => i))).toBe("00010203-0405-4607-8809-0a0b0c0d0e0f");
});
