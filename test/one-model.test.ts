// The studio and the command disagreed above 4,000 rows: one valued answers over a sample, the other over all rows.
import { expect, test } from "vitest";
import { nextRows, ringsCsv } from "./one-model.ts";

test.each([500, 5000, 20_000])("command, studio, library and lab ask for the same of %i rows", async (rows) => {
  const { command, ...others } = await nextRows(ringsCsv(rows));
  expect(others).toEqual({ studio: command, library: command, lab: command });
});
