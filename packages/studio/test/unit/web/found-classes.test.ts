import { expect, test } from "vitest";
import { foundClasses } from "../../../src/web/label/found-classes.ts";

const found = (names: readonly string[], typed: string) =>
  foundClasses(
    names.map((name) => ({ name })),
    typed,
  ).map(({ name }) => name);

test("the name that was typed in full came after a longer one that contains it", () => {
  expect(found(["female", "male"], "male")).toEqual(["male", "female"]);
  expect(found(["pending card payment", "card payment fee", "Card payment"], " card PAYMENT ")).toEqual([
    "Card payment",
    "card payment fee",
    "pending card payment",
  ]);
});

test("without a text all classes stay in their order, also an empty name", () => {
  expect(found(["b", "a", "c"], " ")).toEqual(["b", "a", "c"]);
  expect(found(["b2", "a", "b1"], "b")).toEqual(["b2", "b1"]);
});
