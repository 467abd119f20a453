// The same question of the same file everywhere, in a large one; test/one-model.test.ts has the smaller sizes.
import { expect, test } from "vitest";
import { nextRows, ringsCsv } from "../../../../test/one-model.ts";

test("command, studio, library and lab ask for the same of 200,000 rows", async () => {
  const { command, ...others } = await nextRows(ringsCsv(200_000));
  expect(others).toEqual({ studio: command, library: command, lab: command });
});
