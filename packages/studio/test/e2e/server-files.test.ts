// Files of the server's machine that are imported by name, without an upload: a sample of one that is larger than memory, and
// never one from outside the folders that were named at the start.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { chromiumPath, complaintsOf, startBrowser } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

const ROWS = 30_000;
let folder: string;
let studio: TestStudio;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-server-files-"));
  vi.stubEnv("XPAL_CACHE", join(folder, "cache"));
  for (const name of ["open", "open/inner", "closed"]) mkdirSync(join(folder, name));
  const lines = Array.from({ length: ROWS }, (_, row) => `${row},${(row * 7919) % 1000},`);
  for (const name of ["open/many.csv", "closed/secret.csv"])
    writeFileSync(join(folder, name), `number,x,class\n${lines.join("\n")}\n`);
  symlinkSync(join(folder, "closed/secret.csv"), join(folder, "open/link.csv"));
  symlinkSync(join(folder, "closed"), join(folder, "open/way"));
  studio = await testStudio({
    ...{ fileFolders: [join(folder, "open")], stream: true },
    dataDir: join(folder, "open/studio"), // stays closed
    mostUploadBytes: 1000, // the file could not be uploaded
  });
});
afterAll(async () => {
  await studio?.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const named = (path: string, client = studio) =>
  client.raw("/api/files", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path }),
  });

const choice = {
  ...{ title: "many", label: "class", classes: ["low", "high"], pixels: null },
  ...{ roles: { number: "id" }, keepLabels: true, dropDuplicates: false },
};

describe("a file of the server's machine", () => {
  test("becomes a project of 20,000 of its rows, and its export has the numbers of the rows", async () => {
    const { import: id } = (await (await named("many.csv")).json()) as { import: string };
    const preview = await studio.get<{ notices: string[] }>(`/api/imports/${id}?label=class`);
    expect(preview.notices.join()).toContain(`the file has ${ROWS} rows: the project has 20000 of them at random`);
    const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, choice);
    type Info = { project: { itemCount: number; rowsInFile: number } };
    const { project: info } = await studio.get<Info>(`/api/projects/${project}`);
    expect([info.itemCount, info.rowsInFile]).toEqual([20_000, ROWS]);
    const events = Array.from({ length: 10 }, (_, item) => answerEvent(item * 7, item % 2));
    await studio.post(`/api/projects/${project}/events`, { events });
    const exported = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
    const items = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { row: number; number: string; status: string });
    expect(items).toHaveLength(20_000);
    expect(items.every(({ row, number }) => row === Number(number))).toBe(true);
    expect(items.filter(({ status }) => status === "labelled")).toHaveLength(10);
  });

  test("is listed with its size; links that lead out of the folder are not", async () => {
    const { folders, files } = await studio.get<{ folders: string[]; files: { path: string }[] }>("/api/files");
    expect(folders).toEqual([join(folder, "open")]);
    expect(files).toEqual([{ path: join(folder, "open/many.csv"), bytes: expect.any(Number) }]);
  });

  test("is rejected in the same words wherever it lies outside, exists or not", async () => {
    const outside = ["../closed/secret.csv", join(folder, "closed/secret.csv"), "link.csv", "way/secret.csv"];
    const said = new Set<string>();
    for (const path of [
      ...outside,
      "none.csv",
      "way/none.csv",
      "inner",
      "way",
      ".",
      "/etc/passwd",
      "a\0b",
      "studio/studio.log",
    ]) {
      const response = await named(path);
      expect([path, response.status]).toEqual([path, 400]);
      said.add(((await response.json()) as { message: string }).message);
    }
    expect([...said]).toEqual([
      `no file and no folder of Parquet parts of this name is in ${join(folder, "open")}; links to files outside of it are not followed`,
    ]);
  });

  test("is rejected where no folder was named at the start, and to who is not logged in", async () => {
    const closed = await testStudio();
    try {
      expect(await closed.get("/api/files")).toEqual({ folders: [], files: [] });
      const response = await named(join(folder, "open/many.csv"), closed);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("named by --files")]);
      expect((await fetch(`${studio.base}/api/files`)).status).toBe(401);
    } finally {
      await closed.stop();
    }
  });
});

describe.skipIf(chromiumPath === undefined)("the first page", () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test("reads a file of the server by its name, and says why it does not", async () => {
    const context = await (browser as Browser).newContext();
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
    const field = page.getByRole("combobox", { name: "Path of the file" });
    await field.fill("../closed/secret.csv");
    await page.getByRole("button", { name: "Read it" }).click();
    await page.getByRole("alert").getByText("No file and no folder of Parquet parts").waitFor();
    complaints.length = 0; // the browser says that the answer was 400
    await field.fill("many.csv");
    await field.press("Enter");
    await page.waitForURL(/\/import\//);
    await page.getByText("Notes on the file").or(page.locator("summary")).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
