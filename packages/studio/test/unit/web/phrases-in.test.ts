import { expect, test } from "vitest";
import { phrasesIn } from "../../../src/web/import/phrases-in.ts";

test("phrases of classes are read line by line, and half lines are left out", () => {
  expect(phrasesIn("billing: bills: and payments\n\n bug :it crashes\nother\n: nothing\nempty:")).toEqual({
    billing: "bills: and payments",
    bug: "it crashes",
  });
});
