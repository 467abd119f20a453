import { expect, test } from "vitest";
import { makeStorageUsable } from "../../../src/web/ui/usable-storage.ts";

const forbidden = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

test("the page stayed blank where the browser forbids storage: it works with one in memory", () => {
  const page = Object.defineProperties({} as Pick<Window, "localStorage" | "sessionStorage">, {
    localStorage: { get: forbidden, configurable: true },
    sessionStorage: { get: forbidden, configurable: true },
  });
  makeStorageUsable(page);
  page.localStorage.setItem("a", "1");
  page.localStorage.setItem("b", "2");
  page.localStorage.removeItem("a");
  expect([page.localStorage.length, page.localStorage.key(0), page.localStorage.key(1)]).toEqual([1, "b", null]);
  expect([page.localStorage.getItem("b"), page.localStorage.getItem("a")]).toEqual(["2", null]);
  expect(page.sessionStorage.length).toBe(0);
  page.localStorage.clear();
  expect(page.localStorage.length).toBe(0);
});

test("a storage that may be read stays", () => {
  const storage = { length: 0 } as Storage;
  const page = { localStorage: storage, sessionStorage: storage };
  makeStorageUsable(page);
  expect(page.localStorage).toBe(storage);
});
