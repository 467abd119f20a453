// Every route of the server has a rule that somebody wrote down, every call of the REST API is in its table, and no rule is
// for a route that is not there.
import { describe, expect, test } from "vitest";
import { API_CALLS } from "../../../src/protocol/api-calls.ts";
import { type AppParts, createApp } from "../../../src/server/http/create-app.ts";
import { RULES, ruleFor } from "../../../src/server/http/rules.ts";

/** The routes are made without anything that they would work with. */
const parts = new Proxy(
  {},
  { get: (_, name) => (name === "webDir" ? "/nowhere" : new Proxy({}, { get: () => () => {} })) },
);
const app = createApp(parts as unknown as AppParts);
const routes = [
  ...new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
  ),
].map((text) => text.split(" ") as [method: string, path: string]);
const page = routes.filter(([, path]) => path.startsWith("/api/") && !path.startsWith("/api/v1/"));

describe("every route", () => {
  test("of the page has a rule of its own", () => {
    expect(page.length).toBeGreaterThan(50);
    const without = page.filter(([method, path]) => ruleFor(method, path).rule.path !== path);
    expect(without).toEqual([]);
  });
  test("that a rule is for is there", () => {
    const known = new Set(page.map((route) => route.join(" ")));
    expect(RULES.map(({ method, path }) => `${method} ${path}`).filter((route) => !known.has(route))).toEqual([]);
  });
  test("of the REST API is a call of its table, which the security tests walk through", () => {
    const calls = Object.values(API_CALLS).map(({ method, path }) => `${method} /api/v1${path}`);
    const rest = routes.filter(([, path]) => path.startsWith("/api/v1/")).map((route) => route.join(" "));
    expect(rest.sort()).toEqual([...calls, "GET /api/v1/openapi.json"].sort());
  });
  test("beside these is one of the two that need no log-in", () => {
    const others = routes.filter(([, path]) => !path.startsWith("/api/")).map((route) => route.join(" "));
    expect(others.sort()).toEqual(["GET /health", "GET /login"]);
  });
});

test("a route that nobody has thought about is for admins", () => {
  expect(ruleFor("GET", "/api/projects/p/brand-new").rule.least).toBe("admin");
});
