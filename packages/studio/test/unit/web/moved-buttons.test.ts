import { expect, test } from "vitest";
import { MovedButtons, movesButtons } from "../../../src/web/label/moved-buttons.ts";

test("a click answered with the class that a notice had just moved under the pointer", () => {
  const buttons = new MovedButtons();
  const [click, key] = [{ detail: 1 }, { detail: 0 }];
  expect(buttons.isBefore(click, 1000)).toBe(false);
  buttons.moved(1000);
  expect(buttons.isBefore(click, 1100)).toBe(true);
  expect(buttons.isBefore(key, 1100)).toBe(false); // a button that has the focus is where it was
  expect(buttons.isBefore(click, 1500)).toBe(false);
});

test("a click answered with another class when somebody had just hidden a column of the item", () => {
  const settings = (body: object) => movesButtons({ kind: "settings", body: { by: "Zoe", ...body } });
  expect(settings({ hiddenColumns: ["x"] })).toBe(true);
  expect(settings({ keys: { 0: "a" } })).toBe(true);
  expect(settings({ checkShare: 0.1 })).toBe(false);
});
