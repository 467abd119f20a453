// Several people on two servers with one store, and whatever can go wrong. Held to a simple specification: every
// acknowledged answer is in the log once, with its author and its item; no item is in two hands; and what the servers
// believe is what replaying the log gives.
import { makeTable } from "@xpal/data";
import { openStore } from "@xpal/store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { prepareProject, storeProject } from "../../src/server/projects/create-project.ts";
import { DATABASES, type TestDatabases } from "../e2e/databases.ts";
import { ITEMS } from "./first-open-items.ts";
import { acts, CLASSES, Team } from "./team-commands.ts";

const PEOPLE = 4;

describe.each(DATABASES)("a team on a store in %s", (_, start) => {
  let databases: TestDatabases;
  let url: string;
  beforeAll(async () => {
    databases = await start();
    url = await databases.fresh();
  });
  afterAll(() => databases?.stop());

  async function newProject(): Promise<string> {
    const values = Float64Array.from({ length: ITEMS }, (_, item) => item);
    const table = makeTable([{ name: "x", type: "number", values }]);
    const prepared = prepareProject({
      ...{
        title: "team",
        table,
        recipe: { label: null, classes: CLASSES, roles: { x: "numeric" } },
        pixels: null,
      },
      ...{ labels: "hide", demo: false, source: "test" },
    });
    const store = await openStore(url);
    const { id } = await storeProject(store, () => new Date(0), prepared);
    await store.close();
    return id;
  }

  test("keeps every acknowledged answer once, and no item in two hands", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts(PEOPLE), { minLength: 5, maxLength: 30 }), async (happenings) => {
        const team = await Team.open(url, await newProject(), PEOPLE);
        try {
          for (const happening of happenings) {
            await happening.do(team);
            await team.check();
          }
        } finally {
          await team.close();
        }
      }),
      { numRuns: Number(process.env.XPAL_TEAM_RUNS ?? 15) },
    );
  });
});
