// What a studio keeps in its folder when nothing else is named: a SQLite file, which nobody else may read.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { backupStudio, rebuildStudio } from "@xpal/studio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testStudio } from "./client.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-folder-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a folder without a studio is not rebuilt", async () => {
  await expect(rebuildStudio({ dataDir: join(dataDir, "nothing") })).rejects.toThrow(
    "rebuildStudio: dataDir must hold a studio",
  );
});

test("the files of a studio are its owner's alone, also those of an earlier version", async () => {
  const file = join(dataDir, "studio.sqlite");
  await (await openStore(`sqlite:${file}`)).close();
  chmodSync(file, 0o644);
  const own = await testStudio({ dataDir });
  await own.post("/api/demos", { name: "iris" });
  const copy = join(dataDir, "copy.sqlite");
  await backupStudio(copy, { dataDir });
  const modes = readdirSync(dataDir)
    .filter((name) => !statSync(join(dataDir, name)).isDirectory())
    .map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]);
  expect(modes.length).toBeGreaterThan(4);
  expect(modes.filter(([, mode]) => mode !== "600")).toEqual([]);
  await own.stop();
});
