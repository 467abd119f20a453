import { totalmem } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { defaultBudget } from "../../src/engine/threads/platform.ts";

afterEach(() => void vi.restoreAllMocks());

test("the engine took a quarter of the machine in a container with less: it takes a quarter of the container", async () => {
  const limit = vi.spyOn(process, "constrainedMemory");
  limit.mockReturnValue(2 ** 31);
  expect(await defaultBudget()).toBe(2 ** 29);
  limit.mockReturnValue(0); // no limit is known
  expect(await defaultBudget()).toBe(Math.floor(totalmem() / 4));
  limit.mockReturnValue(2 ** 64); // as a group without a limit has it
  expect(await defaultBudget()).toBe(Math.floor(totalmem() / 4));
});
