// What `npm run test:postgres` runs: everything that has a store, and on PostgreSQL indeed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOLDERS, LEFT_OUT, NO_STORE } from "./files.mjs";

const root = join(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
    (name) => `${folder}/${name.replaceAll("\\", "/")}`,
  ),
).filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith(".d.mts"));

/** Words of a file that starts a studio or opens a store by itself. */
const HAS_STORE = /\b(startStudio|rebuildStudio|backupStudio|openStore|testStudio|withStudio|startVictim)\(|"studio"/;
/** Words of a file that says itself where the store is; other words take it from a file that asks folder-store.mjs. */
const SAYS_WHERE =
  /\bstartStudio\(|\b(rebuildStudio|backupStudio)\(.*\{ dataDir|`sqlite:|"studio\.sqlite"|"--data-dir"/;

test("what is left out is there, and has no studio where that is the reason", () => {
  expect(Object.keys(LEFT_OUT).filter((file) => !files.includes(file) || !existsSync(join(root, file)))).toEqual([]);
  expect(NO_STORE.filter((file) => HAS_STORE.test(text(file)))).toEqual([]);
});

test("a test on PostgreSQL started a studio that kept its projects in a folder", () => {
  const exempt = [
    ...Object.keys(LEFT_OUT),
    "packages/store/test/folder-store.mjs", // says where the store is
    "packages/studio/test/e2e/databases.ts", // makes a SQLite file only where not all tests run on PostgreSQL
    "packages/studio/test/e2e/two-servers.test.ts", // has its stores from there
    "packages/store/test/contract/store-contract.ts", // opens backups, which are SQLite files
  ];
  const inside = files.filter((file) => !exempt.includes(file) && SAYS_WHERE.test(text(file)));
  expect(inside.length).toBeGreaterThan(5);
  expect(inside.filter((file) => !text(file).includes("/folder-store.mjs"))).toEqual([]);
});
