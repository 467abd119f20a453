import { afterEach, expect, test, vi } from "vitest";
import { searchItems } from "../../../src/web/review/search-items.ts";

afterEach(() => vi.unstubAllGlobals());

test("a search without an answer listed every item as found", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "bad-argument", message: "too long" }, { status: 400 }));
  expect(await searchItems("p", "a")).toEqual({ items: new Set(), failure: "too long" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
  expect(await searchItems("p", "a")).toEqual({ items: new Set(), failure: "the server does not answer" });
});

test("a search finds what the server has found, and nothing is asked without a text", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ items: [3, 7] }));
  expect(await searchItems("p", "a b")).toEqual({ items: new Set([3, 7]), failure: "" });
  expect(await searchItems("p", "")).toBeNull();
});
