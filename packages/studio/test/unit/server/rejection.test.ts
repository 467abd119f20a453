import { StoreError } from "@xpal/store";
import { expect, test } from "vitest";
import { rejectionFor } from "../../../src/server/http/rejection.ts";

test("a full disk was told with the name of a function: the page gets the sentence alone", () => {
  const error = new StoreError("full", {
    who: "events.append",
    argument: "the browser's storage",
    rule: "is full",
    wayOut: "free some space",
  });
  expect(rejectionFor(error)).toEqual({
    status: 507,
    body: { code: "full", message: "the browser's storage is full; free some space" },
    unexpected: false,
  });
});

test.each(["ENOSPC", "EDQUOT"])("an upload that ended with %s was called a fault of the studio", (code) => {
  const error = Object.assign(new Error(`${code}: no space left on device, write`), { code });
  expect(rejectionFor(error)).toMatchObject({ status: 507, body: { code: "full" }, unexpected: false });
});
