import { expect, test } from "vitest";
import { MovedButtons } from "../../../src/web/label/moved-buttons.ts";

test("a click answered with the class that a notice had just moved under the pointer", () => {
  const buttons = new MovedButtons();
  const [click, key] = [{ detail: 1 }, { detail: 0 }];
  expect(buttons.isBefore(click, 1000)).toBe(false);
  buttons.moved(1000);
  expect(buttons.isBefore(click, 1100)).toBe(true);
  expect(buttons.isBefore(key, 1100)).toBe(false); // a button that has the focus is where it was
  expect(buttons.isBefore(click, 1500)).toBe(false);
});
