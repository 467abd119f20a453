// Every format that @xpal/data reads goes in through the page, in a real Chromium: chosen, dropped, or pasted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeTable } from "@xpal/data";
import { strToU8, zipSync } from "fflate";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npyOf, writtenFormats } from "../../../data/test/written-formats.ts";
import { chromiumPath, complaintsOf, intercept, startBrowser } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";
import { bringFile, startLabelling } from "./import-steps.ts";

const words = [
  "a long sunny day at the beach with friends",
  "rain and mud all over the wet camping place",
  "warm light wind and ice cream for the children",
  "cold storm and broken tents in the dark night",
  "blue sky and a swim in the clear lake",
  "thunder, hail and a flooded road to the camp",
];
const labels = ["good", "bad", null, null, "good", null];
const table = makeTable([
  { name: "text", type: "text", values: words },
  { name: "size", type: "number", values: Float64Array.from(words, (_, i) => i + 0.5) },
  { name: "label", type: "text", values: labels },
]);

/** An image of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/** Files of other programs, with two labels "good" and one "bad". */
function foreign(): Record<string, Uint8Array> {
  const lines = (rows: object[]) => strToU8(rows.map((row) => JSON.stringify(row)).join("\n"));
  const choice = (value: string) => ({ type: "choices", value: { choices: [value] } });
  return {
    "label-studio.json": strToU8(
      JSON.stringify(
        words.map((text, i) => ({
          id: i + 1,
          data: { text, size: i },
          annotations: labels[i] === null ? [] : [{ result: [choice(labels[i])], was_cancelled: false }],
        })),
      ),
    ),
    "argilla.json": strToU8(
      JSON.stringify(
        words.map((text, i) => ({
          id: String(i),
          fields: { text, size: String(i) },
          responses: labels[i] === null ? {} : { label: [{ value: labels[i] }] },
        })),
      ),
    ),
    "doccano.jsonl": lines(words.map((text, i) => ({ text, label: labels[i] === null ? [] : [labels[i]] }))),
    "fasttext.txt": strToU8(words.map((text, i) => (labels[i] ? `__label__${labels[i]} ${text}` : text)).join("\n")),
  };
}

describe.skipIf(chromiumPath === undefined)("the import page", () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-import-"));
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let files: Record<string, Uint8Array>;

  beforeAll(async () => {
    const written = await writtenFormats(table);
    const vectors = Float32Array.from({ length: 6 * 4 }, (_, i) => Math.sin(i * i));
    const npy = npyOf("<f4", [6, 4], vectors);
    const texts = Object.fromEntries(
      words.map((text, i) => [`mine/${i % 2 ? "bad" : "good"}/${i}.txt`, strToU8(text)]),
    );
    const images = Object.fromEntries(words.map((_, i) => [`${i}.png`, Buffer.from(PIXEL, "base64")]));
    files = {
      ...written,
      ...foreign(),
      "table.txt": written["table.csv"],
      "table.ndjson": written["table.jsonl"],
      "table.feather": written["table.arrow"],
      "vectors.npy": npy,
      "vectors.npz": zipSync({ "vectors.npy": npy }),
      "texts.zip": zipSync(texts),
      "images.zip": zipSync({ ...images, "embeddings.npy": npy }),
      "packed-table.zip": zipSync({ "inner/table.csv": written["table.csv"] }),
    };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    for (const [name, bytes] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    studio = await testStudio();
    browser = await startBrowser();
    context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    page = await context.newPage();
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const choose = (name: string) => bringFile(page, studio.base, join(folder, name));

  /** Drops paths of this machine on the page, as a file manager does. */
  async function drop(...paths: string[]): Promise<void> {
    const cdp = await context.newCDPSession(page);
    const box = await page.locator("section.card").first().boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 40];
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await cdp.send("Input.dispatchDragEvent", { type, x, y, data });
    }
    await cdp.detach();
  }

  const use = (column: string) => page.getByLabel(`Use as ${column}`, { exact: true });
  const labelColumn = () => page.getByLabel("Label column").inputValue();
  const classes = () => page.getByLabel("Classes").inputValue();

  async function start(): Promise<string> {
    const keep = page.getByText("Keep them,");
    const undecided = (await page.locator("#missing").count()) > 0 && (await keep.count()) > 0;
    if (undecided) await keep.click(); // every row has a label
    return startLabelling(page);
  }

  async function labelsOf(project: string): Promise<unknown[]> {
    const { events } = await studio.get<{ events: { kind: string; body: { answers: unknown[] } }[] }>(
      `/api/projects/${project}`,
    );
    return events.filter(({ kind }) => kind === "import").flatMap(({ body }) => body.answers);
  }

  test.each([
    "table.csv",
    "table.tsv",
    "table.txt",
    "table.json",
    "table.jsonl",
    "table.ndjson",
    "table.parquet",
    "table.arrow",
    "table.feather",
    "table.xlsx",
    "table.arff",
    "packed-table.zip",
  ])("takes %s: its columns are understood and its labels kept", async (name) => {
    await choose(name);
    expect(await page.locator("main > p.muted").textContent()).toContain("6 rows, 3 columns");
    expect([await use("text").inputValue(), await use("size").inputValue()]).toEqual(["text", "numeric"]);
    expect([await labelColumn(), await classes()]).toEqual(["label", "bad\ngood"]);
    await page.getByText("Keep the 3 labels").waitFor();
    const project = await start();
    expect(await labelsOf(project)).toEqual([
      [0, 1],
      [1, 0],
      [4, 1],
    ]);
    const shown = (await page.locator("article.item .text p").textContent()) ?? "";
    expect([2, 3, 5].map((item) => words[item])).toContain(shown);
  });

  test.each(["label-studio.json", "argilla.json", "doccano.jsonl", "fasttext.txt"])(
    "takes %s of another program with its labels",
    async (name) => {
      await choose(name);
      expect([await labelColumn(), await classes(), await use("text").inputValue()]).toEqual([
        "label",
        "bad\ngood",
        "text",
      ]);
      expect(await labelsOf(await start())).toHaveLength(3);
    },
  );

  test.each(["vectors.npy", "vectors.npz"])("takes %s, with classes that the person names", async (name) => {
    await choose(name);
    expect(await use("embedding").inputValue()).toBe("vector");
    expect(await labelColumn()).toBe("");
    expect(await page.getByRole("button", { name: "Start labelling" }).isDisabled()).toBe(true);
    await page.getByLabel("Classes").fill("up\ndown");
    await start();
    expect(await page.locator("article.item").textContent()).toContain("4 numbers");
  });

  test("takes a zip of texts, whose folders may be the classes", async () => {
    await choose("texts.zip");
    // The column is chosen again while the person says what its labels are for: the answer that comes late takes nothing back.
    const late = page.waitForResponse((response) => response.url().includes("label=folder"));
    const restore = await intercept(page, "**/api/imports/*label=folder*", async (route) => {
      await page.getByText("Keep them,").click();
      await route.continue();
    });
    await page.getByLabel("Label column").selectOption("folder");
    await late;
    restore();
    expect(await classes()).toBe("bad\ngood");
    await page.getByRole("button", { name: "Start labelling" }).click();
    await page.getByText("Everything is labelled.").waitFor();
    expect(await page.getByRole("group", { name: "Answers" }).count()).toBe(0);
    expect(await labelsOf(new URL(page.url()).pathname.split("/")[2])).toHaveLength(6);
  });

  test("takes a zip of images with their embeddings", async () => {
    await choose("images.zip");
    expect([await use("image").inputValue(), await use("embedding").inputValue()]).toEqual(["image", "vector"]);
    await page.getByLabel("Classes").fill("up\ndown");
    await start();
    await page.waitForFunction(
      () => (document.querySelector("article.item img") as HTMLImageElement)?.naturalWidth === 1,
    );
  });

  test("takes a file that is dropped", async () => {
    await page.goto(studio.base);
    await drop(join(folder, "table.csv"));
    await page.waitForURL(/\/import\//);
    await page.waitForSelector("tbody tr");
    expect(await labelColumn()).toBe("label");
  });

  test("takes a folder that is dropped", async () => {
    await page.goto(studio.base);
    await drop(join(folder, "mine"));
    await page.waitForURL(/\/import\//);
    await page.waitForSelector("tbody tr");
    expect(await use("text").inputValue()).toBe("text");
    expect(await page.locator("main > p.muted").textContent()).toContain("6 rows, 3 columns");
  });

  test("takes a table that is pasted, anywhere on the page", async () => {
    await page.goto(studio.base);
    const text = `size\tlabel\n${[1, 2, 3, 40, 50, 60].map((size) => `${size}\t${size < 10 ? "small" : "large"}`).join("\n")}`;
    await page.locator('input[type="file"]').first().waitFor({ state: "attached" }); // the page listens from then on
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.keyboard.press("Control+V");
    expect(await page.getByLabel(/^Rows from a spreadsheet/).inputValue()).toBe(text);
    await page.getByRole("button", { name: "Use this" }).click();
    await page.waitForSelector("tbody tr");
    expect([await labelColumn(), await classes()]).toEqual(["label", "large\nsmall"]);
  });

  test("lets a column be used otherwise, another be the label, and hides labels as the truth", async () => {
    await choose("table.csv");
    await use("size").selectOption("ignored");
    await page.getByText("Hide them from the model").click();
    const project = await start();
    expect(await labelsOf(project)).toEqual([]);
    const { project: info } = await studio.get<{ project: { hasTruth: boolean; view: { cells: string[] } } }>(
      `/api/projects/${project}`,
    );
    expect(info).toMatchObject({ hasTruth: true, view: { cells: [] } });
    await choose("table.csv");
    await page.getByLabel("Label column").selectOption("");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    expect(await use("label").inputValue()).not.toBe("");
  });

  test("finds rows that repeat, and leaves them out unless told otherwise", async () => {
    const rows = ["1,a", "2,b", "1,a", "3,a", "3,b", "5,"];
    writeFileSync(join(folder, "repeated.csv"), `x,label\n${rows.join("\n")}\n`);
    const items = async () => {
      const project = await start();
      return (await studio.get<{ project: { itemCount: number } }>(`/api/projects/${project}`)).project.itemCount;
    };
    await choose("repeated.csv");
    await page.getByText("Leave out 2 rows that repeat another one").waitFor();
    expect(await items()).toBe(4);
    await choose("repeated.csv");
    await page.getByText("Leave out 2 rows that repeat another one").click();
    expect(await items()).toBe(6);
  });

  test("takes back what it exported, with every answer", async () => {
    await choose("table.csv");
    const first = await start();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector("header .status")?.textContent === "Saved");
    await page.getByRole("link", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    await download.saveAs(join(folder, "exported.csv"));
    await choose("exported.csv");
    expect(await page.locator("main > p.muted").textContent()).toContain("6 rows, 3 columns");
    const second = await start();
    const statuses = async (project: string) => {
      const lines = (await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text()).trim().split("\n");
      return lines.map((line) => {
        const { status, label, annotator, answered_at, seconds, answer_order } = JSON.parse(line);
        return { status, label, annotator, answered_at, seconds, answer_order };
      });
    };
    const before = await statuses(first);
    expect(before.filter(({ status }) => status !== "open")).toHaveLength(4);
    expect(await statuses(second)).toEqual(before);
  });

  test("runs nothing that is written in a table, on no page", async () => {
    const evil = `<img src=x onerror="window.evil=1"><script>window.evil=1</script>`;
    const cell = `"${evil.replaceAll('"', '""')}"`;
    const rows = Array.from({ length: 12 }, (_, i) => `${cell},${i % 5},"${evil.replaceAll('"', '""')}${i % 2}"`);
    writeFileSync(join(folder, "evil.csv"), `${cell},x,label\n${rows.join("\n")}\n`);
    await choose("evil.csv");
    await page.getByLabel("Name of the project").fill(evil);
    await page.getByText("Hide them:").click();
    await page.getByText(/Leave out/).click();
    await use(evil).selectOption("text");
    const project = await start();
    await page.keyboard.press("1");
    await page.waitForTimeout(500);
    for (const path of ["", "/map", "/review", "/insights", "/export", "/settings"]) {
      await page.goto(`${studio.base}/p/${project}${path}`);
      await page.waitForTimeout(400);
      expect(
        await page.evaluate(() => [(window as { evil?: number }).evil, document.querySelectorAll("img[src=x]").length]),
      ).toEqual([undefined, 0]);
    }
    await page.goto(`${studio.base}/p/${project}/settings`);
    await page.getByLabel("Guidelines (Markdown)").fill(`${evil}\n\n[x](javascript:window.evil=1)`);
    await page.getByLabel("Your name").fill(evil);
    await page.goto(`${studio.base}/p/${project}`);
    await page.waitForSelector("article.item");
    await page.getByRole("button", { name: "Guidelines" }).click();
    await page.getByText("javascript:window.evil=1").waitFor();
    expect(await page.locator("a[href^='javascript']").count()).toBe(0);
    expect(await page.evaluate(() => (window as { evil?: number }).evil)).toBeUndefined();
  });

  test("says in one sentence why a file cannot be read, and stays where it is", async () => {
    writeFileSync(join(folder, "broken.parquet"), "PAR1 nothing");
    await page.goto(studio.base);
    await page.setInputFiles("input[type=file]:not([webkitdirectory])", join(folder, "broken.parquet"));
    expect(await page.getByRole("alert").textContent()).toMatch(/^broken\.parquet must be .* damaged or cut off\.$/);
    expect(new URL(page.url()).pathname).toBe("/");
    complaints.splice(0); // the browser reports the rejected request
  });

  test("shows progress, and a cancel leaves nothing behind", async () => {
    const many = Array.from({ length: 400_000 }, (_, i) => `${i},"words of row ${i}",${i % 2 ? "yes" : "no"}`);
    writeFileSync(join(folder, "large.csv"), `a,text,label\n${many.join("\n")}\n`);
    const before = (await studio.get<unknown[]>("/api/projects")).length;
    await page.goto(studio.base);
    await page.setInputFiles("input[type=file]:not([webkitdirectory])", join(folder, "large.csv"));
    await page.getByText("Reading the file").waitFor();
    expect(await page.locator("section").getByRole("progressbar").count()).toBe(1);
    const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Drop a file or a folder" }).waitFor();
    const id = (await ended).url().split("/").at(-1);
    expect((await studio.raw(`/api/imports/${id}`)).status).toBe(404);
    expect(await studio.get<unknown[]>("/api/projects")).toHaveLength(before);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("lost a file that was uploaded, if the connection was gone when it was to be shown", async () => {
    const { import: id } = (await (await studio.upload("notes.csv", "text,label\na b,x\nc d,\n")).json()) as {
      import: string;
    };
    const other = await context.newPage(); // its complaints are not those of the page
    const preview = (url: URL) => url.pathname === `/api/imports/${id}`;
    const restore = await intercept(other, preview, (route) => route.abort());
    await other.goto(`${studio.base}/import/${id}`);
    await other.getByRole("alert").getByText("The server does not answer.").waitFor();
    restore();
    await other.getByRole("button", { name: "Try again" }).click();
    await other.getByText("notes.csv: 2 rows").waitFor();
    expect(await other.getByRole("alert").count()).toBe(0);
    await other.close();
  });

  test("and none of it makes the page complain", () => {
    expect(complaints).toEqual([]);
  });
});
