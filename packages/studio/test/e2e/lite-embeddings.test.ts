// Embeddings in the page without a server: a table and a file of vectors beside it, chosen together. Their classes are predicted by ridge
// regression, so the project must say so when it goes to the studio and comes back.
import { parseTable } from "@xpal/data";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";
import { testStudio } from "./client.ts";
import { chooseFile, chooseFiles, exportedFile, openLite, startLabelling } from "./lite-page.ts";

const ROWS = 60;
const COLUMNS = 6;
const isLow = (row: number) => row % 2 === 0;

/** Vectors of two classes as an NPY file of doubles. */
function vectors(rows: number): Uint8Array {
  const values = Float64Array.from({ length: rows * COLUMNS }, (_, i) => {
    const row = Math.floor(i / COLUMNS);
    return Math.sin(1 + i * 1.7) * 0.6 + (isLow(row) ? -1 : 1) * (i % COLUMNS < 3 ? 1 : 0.2);
  });
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${COLUMNS}), }`;
  const header = `${text.padEnd(118 - 1, " ")}\n`; // 10 bytes before it; together a multiple of 64
  return Buffer.concat([
    Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length, 0]),
    Buffer.from(header),
    Buffer.from(values.buffer),
  ]);
}

const NOTES = `note\n${Array.from({ length: ROWS }, (_, i) => `note number ${i}`).join("\n")}\n`;

describe.skipIf(chromiumPath === undefined)("embeddings in the page without a server", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test("a table and its embeddings are chosen together, and the studio predicts the same from the project, both ways", async () => {
    const page = await openLite(browser);
    await chooseFiles(page, { "notes.csv": NOTES, "embeddings.npy": vectors(ROWS) });
    await startLabelling(page, "low\nhigh");
    for (let i = 0; i < 8; i++) {
      const item = await itemOnScreen(page);
      await page.keyboard.press(isLow(item) ? "1" : "2");
      await waitForOther(page, item);
      await page.waitForTimeout(200); // nobody is faster for long
    }
    await waitForSaved(page);
    const here = await predictions(await exportedFile(page, "CSV"));
    const right = here.filter(([predicted, row]) => predicted === (isLow(row) ? "low" : "high")).length;
    expect(right).toBeGreaterThan(0.9 * here.length); // the notes say nothing, the vectors all
    const file = await exportedFile(page, "The whole project");
    expect(page.said).toEqual([]);
    await page.context().close();

    const studio = await testStudio();
    try {
      const { project } = (await (await studio.upload("notes.xpal", new Uint8Array(file))).json()) as {
        project: string;
      };
      const exported = await (await studio.raw(`/api/projects/${project}/export/csv`)).arrayBuffer();
      expect(await predictions(new Uint8Array(exported))).toEqual(here);
      const back = new Uint8Array(await (await studio.raw(`/api/projects/${project}/file`)).arrayBuffer());
      const again = await openLite(browser);
      await chooseFile(again, "notes.xpal", back);
      await again.waitForSelector("article.item");
      expect(await predictions(await exportedFile(again, "CSV"))).toEqual(here);
      expect(again.said).toEqual([]);
      await again.context().close();
    } finally {
      await studio.stop();
    }
  });

  test("embeddings of another number of rows are rejected in one sentence", async () => {
    const page = await openLite(browser);
    await chooseFiles(page, { "notes.csv": NOTES, "embeddings.npy": vectors(ROWS - 1) });
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^[^.]*59[^.]*60[^.]*\.$|^[^.]*60[^.]*59[^.]*\.$/);
    await page.context().close();
  });
});

/** What is predicted for the rows without a label: class and row. */
async function predictions(csv: Uint8Array): Promise<[string, number][]> {
  const { columns, rows } = await parseTable(csv, "export.csv");
  const column = (name: string) =>
    Array.from(columns.find((one) => one.name === name)?.values as ArrayLike<unknown>, String);
  const [status, predicted] = [column("status"), column("predicted")];
  const found = Array.from({ length: rows }, (_, row): [string, number] => [predicted[row] as string, row]);
  return found.filter(([, row]) => status[row] === "open");
}
