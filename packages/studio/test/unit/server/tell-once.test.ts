// What is told once: by one of several servers, and also when the first was killed while it told.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "@xpal/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tellOnce, untell } from "../../../src/server/api/tell-once.ts";

const KEY = "stop/p";
const after = (seconds: number) => new Date(Date.UTC(2026, 0, 2) + seconds * 1000);
let folder: string;
let store: Store;
let told: string[];
const telling = (server: string) => async () => void told.push(server);
const killed = () => Promise.reject(new Error("killed"));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-tell-once-"));
  store = await openStore(`sqlite:${join(folder, "studio.sqlite")}`);
  told = [];
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("what is told once", () => {
  test("is told by one of two servers that notice it at the same time, and not a day later", async () => {
    await Promise.all(["a", "b"].map((server) => tellOnce(store.records, KEY, after(0), telling(server))));
    await tellOnce(store.records, KEY, after(86_400), telling("c"));
    expect(told).toHaveLength(1);
  });

  test("was lost when the server that told it was killed: another tells it a minute later", async () => {
    await expect(tellOnce(store.records, KEY, after(0), killed)).rejects.toThrow("killed");
    await tellOnce(store.records, KEY, after(59), telling("too soon"));
    expect(told).toEqual([]);
    await tellOnce(store.records, KEY, after(60), telling("b"));
    await tellOnce(store.records, KEY, after(600), telling("c"));
    expect(told).toEqual(["b"]);
  });

  test("is told again once it was no longer so, also while it was being told", async () => {
    await tellOnce(store.records, KEY, after(0), async () => {
      told.push("a");
      await untell(store.records, KEY);
    });
    await tellOnce(store.records, KEY, after(1), telling("b"));
    expect(told).toEqual(["a", "b"]);
  });
});
