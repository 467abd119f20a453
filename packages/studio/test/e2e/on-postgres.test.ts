// The tests over HTTP that lean most on what is stored, once more on a real PostgreSQL in every run of the tests: accounts,
// the API, exports that come back, backup and restore. `npm run test:postgres` runs all the others there too.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { afterAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../../store/test/contract/postgres-server.ts";
import { storeOf } from "../../../store/test/folder-store.mjs";
import { testStudio } from "./client.ts";

const server = await startPostgres();
process.env.XPAL_TEST_POSTGRES = await server.database("folders");
afterAll(async () => {
  delete process.env.XPAL_TEST_POSTGRES;
  await server.stop();
});

test("a studio of the tests keeps its projects in its own database, and none in its folder", async () => {
  const [one, two] = [await testStudio(), await testStudio()];
  const { project } = await one.post<{ project: string }>("/api/demos", { name: "iris" });
  expect(existsSync(join(one.dataDir, "studio.sqlite"))).toBe(false);
  const store = await openStore(await storeOf(one.dataDir));
  expect([store.kind, (await store.projects.list()).map(({ id }) => id)]).toEqual(["postgres", [project]]);
  await store.close();
  expect(await two.get("/api/projects")).toEqual([]);
  await one.stop();
  await two.stop();
});

describe("accounts", async () => void (await import("./accounts.test.ts")));
describe("the API", async () => void (await import("./api.test.ts")));
describe("exchange", async () => void (await import("./exchange.test.ts")));
describe("care", async () => void (await import("./keep-studio.test.ts")));
describe("restore", async () => void (await import("./restore.test.ts")));
