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
  test("refuses a wrong password without printing it", async () => {
    const failure = await openStore(`postgres://tester:secret@127.0.0.1:${server.port}/postgres`).catch((e) => e);
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure.message).toBe(
      `openStore: url must carry a user and password that the server accepts, got postgres://tester:***@127.0.0.1:${server.port}/postgres`,
    );
  });
  test("refuses a database that is not there", async () => {
    const url = (await server.database("there")).replace(/there$/, "missing");
    await expect(openStore(url)).rejects.toMatchObject({ code: "cannot-open", wayOut: "create it first" });
  });
  test("says when no server answers", async () => {
    await expect(openStore("postgres://tester:secret@127.0.0.1:1/x")).rejects.toThrow(
      "openStore: the server could not be reached at postgres://tester:***@127.0.0.1:1/x; start it, or check the address",
    );
  });
  test("lets several set the tables up at once", async () => {
    const url = await server.database("together");
    const stores = await Promise.all([openStore(url), openStore(url), openStore(url)]);
    for (const store of stores) await store.close();
  });
});
