// Two servers on one store: what one of them ends or changes counts at the other with the next request, also for somebody
// whom the other has just let in and remembers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "@xpal/store";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Access, type From } from "../../../src/server/accounts/access.ts";
import { StudioSecret } from "../../../src/server/studio-secret.ts";

// What hashing costs is of no interest here.
vi.mock("../../../src/server/accounts/password.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/accounts/password.ts")>()),
  hashPassword: async (password: string) => `plain ${password}`,
  isPassword: async (password: string, kept: string | null) => kept === `plain ${password}`,
}));

const PASSWORD = "three plain words";
const secret = new StudioSecret("a secret of more than 32 characters");
let now = Date.parse("2026-01-02T03:04:05Z");
const clock = () => new Date(now);
const from: From = { address: "127.0.0.1", browser: "a browser", device: undefined };
let folder: string;
let store: Store;
let here: Access;
let there: Access;
let cookie: string;
let device: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-access-"));
  store = await openStore(`sqlite:${join(folder, "studio.sqlite")}`);
  [here, there] = [new Access(store, clock, secret), new Access(store, clock, secret)];
  const plan = { role: "annotator", projects: ["p"], name: null, days: 1 } as const;
  const { secret: token } = await here.accounts.invite(plan, "admin");
  ({ cookie, device } = await here.join({ token, name: "Ann", password: PASSWORD }, from));
  for (let times = 0; times < 2; times++) expect(await there.personOf(cookie)).toMatchObject({ name: "Ann" });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("somebody who was let in a moment ago is", () => {
  test("rejected once the session has ended at the other server", async () => {
    await here.sessions.endAll("Ann");
    expect(await there.personOf(cookie)).toBeUndefined();
    expect(await there.personOf(cookie)).toBeUndefined();
  });

  test("rejected once they may no longer come in, and let in again when they may", async () => {
    await here.accounts.change("Ann", { active: false });
    expect(await there.personOf(cookie)).toBeUndefined();
    await here.accounts.change("Ann", { active: true });
    expect(await there.personOf(cookie)).toMatchObject({ name: "Ann" });
  });

  test("held to the role and the projects of now", async () => {
    await here.accounts.change("Ann", { role: "reviewer", projects: ["q"] });
    expect(await there.personOf(cookie)).toMatchObject({ role: "reviewer", projects: new Set(["q"]) });
  });

  test("rejected when the session has expired", async () => {
    const later = new Access(store, () => new Date("2026-03-02T03:04:05Z"), secret);
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
  const access = new Access(counted, clock, secret);
  await access.personOf(cookie);
  const reading = access.personOf(cookie);
  expect(queries).toBe(4); // both of the second time are asked for before either has come
  await reading;
});

describe("wrong passwords", () => {
  /** How tries ended: "in", "wrong" or "rejected". */
  const tried = (name: string, password: string, at: Partial<From> = {}) =>
    here.logIn(name, password, { ...from, ...at }).then(
      () => "in",
      ({ code }) => (code === "login" ? "wrong" : code === "too-many" ? "rejected" : code),
    );
  const counted = (ends: readonly string[]) =>
    Object.fromEntries(["in", "wrong", "rejected"].map((end) => [end, ends.filter((one) => one === end).length]));

  test("of 120 at once 43 were looked at instead of ten", async () => {
    const ends = await Promise.all(Array.from({ length: 120 }, (_, i) => tried("Ann", `guess ${i}`)));
    expect(counted(ends)).toEqual({ in: 0, wrong: 10, rejected: 110 });
  });

  test("of a stranger locked a name out for its owner: a browser that was here before is let in, and held to ten itself", async () => {
    const ends: string[] = [];
    for (let i = 0; i < 110; i++) ends.push(await tried("Ann", "guess", { address: `192.0.2.${i}` }));
    for (let i = 0; i < 12; i++) await tried("Ann", "guess");
    expect(counted(ends)).toEqual({ in: 0, wrong: 100, rejected: 10 });
    expect(await tried("Ann", PASSWORD)).toBe("rejected"); // a browser that nobody knows
    expect(await tried("Ann", PASSWORD, { device })).toBe("in");
    const own: string[] = [];
    for (let i = 0; i < 12; i++) own.push(await tried("Ann", "guess", { device, address: `198.51.100.${i}` }));
    expect(counted(own)).toEqual({ in: 0, wrong: 10, rejected: 2 });
    now += 15 * 60_000;
    expect(await tried("Ann", PASSWORD)).toBe("in");
  });

  test("are not forgiven for a device's cookie of another name, another secret, or too long ago", async () => {
    for (let i = 0; i < 10; i++) await tried("Ann", "guess");
    for (let i = 0; i < 10; i++) await tried("Ben", "guess");
    expect(await tried("Ben", "guess", { device })).toBe("rejected");
    const [id, until, mark] = device.split(".");
    for (const forged of ["", "x", `${id}.${Number(until) + 1}.${mark}`, `${id}.${until}.${"0".repeat(64)}`])
      expect(await tried("Ann", "guess", { device: forged })).toBe("rejected");
    const other = new Access(store, clock, new StudioSecret("another secret of more than 32 characters"));
    for (let i = 0; i < 10; i++) await other.logIn("Ann", "guess", from).catch(() => {});
    await expect(other.logIn("Ann", "guess", { ...from, device })).rejects.toMatchObject({ code: "too-many" });
    now += 181 * 24 * 3600_000;
    for (let i = 0; i < 10; i++) await tried("Ann", "guess");
    expect(await tried("Ann", "guess", { device })).toBe("rejected");
    now -= 181 * 24 * 3600_000;
  });

  test("from one network of IPv6 count as from one address", async () => {
    const of = (addresses: readonly string[]) =>
      Promise.all(addresses.map((address) => tried("Ann", "guess", { address })));
    const same = Array.from({ length: 12 }, (_, i) => (i % 2 ? `2001:db8::${i}` : `2001:0DB8:0:0:${i}::1`));
    expect(counted(await of(same))).toEqual({ in: 0, wrong: 10, rejected: 2 });
    expect(await of(["2001:db8:0:1::1", "192.0.2.7", "::ffff:192.0.2.8"])).toEqual(["wrong", "wrong", "wrong"]);
    expect(counted(await of(new Array(12).fill("192.0.2.7")))).toEqual({ in: 0, wrong: 9, rejected: 3 });
    expect(counted(await of(new Array(12).fill("::ffff:192.0.2.7")))).toEqual({ in: 0, wrong: 0, rejected: 12 });
  });

  test("when a password is changed were counted by nobody: after ten the right one is rejected too", async () => {
    const person = (await here.personOf(cookie)) as Parameters<Access["changePassword"]>[0];
    const change = (old: string) => here.changePassword(person, old, "four plain words too");
    const ends = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => change(`guess ${i}`)));
    const codes = ends.map((end) => (end as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === "bad-argument")).toHaveLength(10);
    await expect(change(PASSWORD)).rejects.toMatchObject({ code: "too-many" });
    expect(await tried("Ann", PASSWORD)).toBe("in"); // whoever holds an open session locks nobody out
    now += 15 * 60_000;
    await change(PASSWORD);
    expect(await tried("Ann", PASSWORD)).toBe("wrong");
  });
});

test("the owner's cookie was let in after the log-out: its session has ended, at all servers", async () => {
  const owner = await here.sessions.begin(null, "a browser");
  const person = await there.personOf(owner);
  expect(person).toMatchObject({ name: null, role: "admin", via: "start" });
  await here.sessions.end(person?.session ?? "");
  expect([await here.personOf(owner), await there.personOf(owner)]).toEqual([undefined, undefined]);
});

test("a session in a copy of the database lets nobody in at a server with another secret", async () => {
  const owner = await here.sessions.begin(null, "a browser");
  const elsewhere = new Access(store, clock, new StudioSecret("another secret of more than 32 characters"));
  expect([await elsewhere.personOf(cookie), await elsewhere.personOf(owner)]).toEqual([undefined, undefined]);
  const stored = JSON.stringify(await store.records.list("session"));
  for (const one of [cookie, owner]) expect(stored).not.toContain(one.slice(3));
  for (const { key } of await store.records.list("session")) {
    for (const forged of [key, `s1.${key}`]) expect(await here.personOf(forged)).toBeUndefined();
  }
});
