import { expect, test } from "vitest";
import type { Caller } from "../../../src/server/accounts/tokens.ts";
import { type ApiParts, apiRoutes } from "../../../src/server/api/api-routes.ts";
import { apiApp } from "../../../src/server/http/api-app.ts";

test("a token is answered 1,000 times in ten seconds and then told to wait, and no other token is", async () => {
  let now = 0;
  const callerOf = async (secret: string) =>
    ({
      id: secret,
      person: { name: secret, role: "admin", projects: null },
      scopes: new Set(["read"]),
    }) as unknown as Caller;
  const parts = { tokens: { callerOf }, handlers: { projects: async () => [] }, clock: () => new Date(now) };
  const app = apiApp(() => {});
  app.route("/api/v1", apiRoutes({ ...parts, audit: null, addressOf: () => "here" } as unknown as ApiParts));
  const call = (secret: string) => app.request("/api/v1/projects", { headers: { authorization: `Bearer ${secret}` } });
  for (let count = 0; count < 1000; count++) expect((await call("flood")).status).toBe(200);
  const rejected = await call("flood");
  expect([rejected.status, await rejected.json()]).toEqual([
    429,
    { code: "too-many", message: "too many calls; wait some seconds" },
  ]);
  expect((await call("other")).status).toBe(200);
  now += 10_000;
  expect((await call("flood")).status).toBe(200);
  // A clock that is set back must not reject calls until it is as late as before.
  for (let count = 1; count < 1000; count++) expect((await call("flood")).status).toBe(200);
  now -= 3_600_000;
  expect((await call("flood")).status).toBe(429);
  now += 10_000;
  expect((await call("flood")).status).toBe(200);
});
