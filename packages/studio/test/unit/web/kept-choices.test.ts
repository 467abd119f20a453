import { expect, test } from "vitest";
import { kept, keptRoles } from "../../../src/web/import/kept-choices.ts";

const columns = (roles: Record<string, string>) => Object.entries(roles).map(([name, role]) => ({ name, role }));

test("a look at the file again set roles back that the person had changed", () => {
  const before = columns({ a: "numeric", b: "text", c: "label" });
  const now = columns({ a: "numeric", b: "vector", c: "categorical", d: "id" });
  const chosen = { a: "ignored", b: "id", c: "label" };
  expect(keptRoles(chosen, before, now)).toEqual({ a: "ignored", b: "vector", c: "categorical", d: "id" });
  expect(keptRoles({}, [], before)).toEqual({ a: "numeric", b: "text", c: "label" });
});

test("what the person has changed stays only where the same is proposed", () => {
  expect(kept("mine", "cat", "cat")).toBe("mine");
  expect(kept("mine", "cat", "dog")).toBe("dog");
  expect(kept("", undefined, "cat")).toBe("cat");
});
