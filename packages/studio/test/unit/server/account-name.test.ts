import { expect, test } from "vitest";
import { accountNameSchema, nameKey } from "../../../src/server/accounts/account.ts";

const fault = (name: string) => accountNameSchema.safeParse(name).error?.issues[0].message;

test("a name with a zero-width letter was an account of its own beside the one that looks the same", () => {
  for (const twin of ["An\u200bn", "\u2060ann", "a\u00adnn", "ANN\ufeff", "\uff41\uff4e\uff4e"])
    expect(nameKey(twin)).toBe("ann");
  expect(nameKey("Ann  Lee")).toBe(nameKey("ann\u00a0lee"));
  expect(nameKey("Zoë")).toBe(nameKey("Zoe\u0308"));
  expect(nameKey("\u200dann")).not.toBe(nameKey("anna"));
});

test("a name whose first letter is Cyrillic was an account of its own beside the one that looks the same", () => {
  const sentence = "a name must keep to one alphabet: letters of Latin, Greek and Cyrillic look alike";
  for (const name of ["\u0410nn", "A\u03bdn"]) expect(fault(name)).toBe(sentence);
  for (const name of ["Анна", "Ελένη", "Zoë Müller", "李雷", "سارا", "Ann 2 🌸"]) expect(fault(name)).toBeUndefined();
});

test("a name of which nothing can be seen is no name, and one that stands for the owner is not hidden", () => {
  expect(fault("\u200b\u200d")).toBe("a name must have letters that can be seen");
  expect(fault("m\u200be")).toMatch(/^this name stands for/);
});
