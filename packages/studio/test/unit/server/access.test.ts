// Two servers on one store: what one of them ends or changes counts at the other with the next request, also for somebody
// whom the other has just let in and remembers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "@xpal/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Access } from "../../../src/server/accounts/access.ts";

const clock = () => new Date("2026-01-02T03:04:05Z");
const from = { address: "127.0.0.1", browser: "a browser" };
let folder: string;
let store: Store;
let here: Access;
let there: Access;
let cookie: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-access-"));
  store = await openStore(`sqlite:${join(folder, "studio.sqlite")}`);
  [here, there] = [new Access(store, clock), new Access(store, clock)];
  const plan = { role: "annotator", projects: ["p"], name: null, days: 1 } as const;
  const { secret } = await here.accounts.invite(plan, "admin");
  ({ cookie } = await here.join({ token: secret, name: "Ann", password: "three plain words" }, from));
  for (let times = 0; times < 2; times++) expect(await there.personOf(cookie)).toMatchObject({ name: "Ann" });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("somebody who was let in a moment ago is", () => {
  test("refused once the session has ended at the other server", async () => {
    await here.sessions.endAll("Ann");
    expect(await there.personOf(cookie)).toBeUndefined();
    expect(await there.personOf(cookie)).toBeUndefined();
  });

  test("refused once they may no longer come in, and let in again when they may", async () => {
    await here.accounts.change("Ann", { active: false });
    expect(await there.personOf(cookie)).toBeUndefined();
    await here.accounts.change("Ann", { active: true });
    expect(await there.personOf(cookie)).toMatchObject({ name: "Ann" });
  });

  test("held to the role and the projects of now", async () => {
    await here.accounts.change("Ann", { role: "reviewer", projects: ["q"] });
    expect(await there.personOf(cookie)).toMatchObject({ role: "reviewer", projects: new Set(["q"]) });
  });

  test("refused when the session has expired", async () => {
    const later = new Access(store, () => new Date("2026-03-02T03:04:05Z"));
    expect(await later.personOf(cookie)).toBeUndefined();
    expect(await later.personOf(cookie)).toBeUndefined();
  });
});

test("session and account of a person who was here before are read at once", async () => {
  let queries = 0;
  const counted = { ...store, records: { ...store.records, get: countedGet } } as Store;
  function countedGet(kind: string, key: string) {
    queries += 1;
    return store.records.get(kind, key);
  }
  const access = new Access(counted, clock);
  await access.personOf(cookie);
  const reading = access.personOf(cookie);
  expect(queries).toBe(4); // both of the second time are asked for before either has come
  await reading;
});
