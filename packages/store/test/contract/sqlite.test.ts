import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { storeContract } from "./store-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeContract("SQLite", async () => `sqlite:${join(folder, "made", "store.sqlite")}`);
storeContract("SQLite with a thread", async () => `sqlite:${join(folder, "threaded.sqlite")}`, { thread: true });
