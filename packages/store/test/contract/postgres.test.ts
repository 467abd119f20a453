import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, StoreError } from "../../src/index.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { storeContract } from "./store-contract.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

storeContract("PostgreSQL", () => server.database("contract"));

describe("openStore of PostgreSQL", () => {
  test("rejects a wrong password without printing it", async () => {
    const failure = await openStore(`postgres://tester:secret@127.0.0.1:${server.port}/postgres`).catch((e) => e);
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure.message).toBe(
      `openStore: url must carry a user and password that the server accepts, got postgres://tester:***@127.0.0.1:${server.port}/postgres`,
    );
  });
  test("rejects a database that is not there", async () => {
    const url = (await server.database("there")).replace(/there$/, "missing");
    await expect(openStore(url)).rejects.toMatchObject({ code: "cannot-open", wayOut: "create it first" });
  });
  test("says when no server answers", async () => {
    await expect(openStore("postgres://tester:secret@127.0.0.1:1/x")).rejects.toThrow(
      "openStore: the server could not be reached at postgres://tester:***@127.0.0.1:1/x; start it, or check the address",
    );
  });
  test("rejects a store of another version and leaves it as it is", async () => {
    const url = await server.database("later");
    await (await openStore(url)).close();
    const raw = new pg.Client(url);
    await raw.connect();
    await raw.query("update xpal.version set version = 99");
    await expect(openStore(url)).rejects.toThrow(
      "openStore: url must name a store of version 1, got 99; use the release of this program that wrote it",
    );
    expect((await raw.query("select version from xpal.version")).rows).toEqual([{ version: 99 }]);
    await raw.end();
  });
  test("goes on by itself when the server was away, and tells those who watch that they may have missed something", async () => {
    const store = await openStore(await server.database("away"));
    await store.projects.create({ id: "p", title: "p", at: "2026-01-31T12:00:00.000Z", about: null });
    const told: unknown[] = [];
    const stop = await store.events.watch((grown) => told.push(grown));
    await server.restart(300);
    await expect.poll(() => told).toEqual([null]);
    await store.events.append("p", [{ id: "a", kind: "answer", at: "2026-01-31T12:00:00.000Z", body: null }]);
    await expect.poll(() => told).toEqual([null, { project: "p", last: 1 }]);
    await stop();
    await store.close();
  });
  test("lets several set the tables up at once", async () => {
    const url = await server.database("together");
    const stores = await Promise.all([openStore(url), openStore(url), openStore(url)]);
    for (const store of stores) await store.close();
  });
});
