// Texts and images from the drop to the export in a real Chromium, and images that are damaged, huge, or programs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTextModel } from "../../../data/test/tiny-models.ts";
import { chromiumPath, complaintsOf, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";
import { bringFile, startLabelling } from "./import-steps.ts";

/** The server says that a hundredth or more of the work on the images is done. */
const READING = /"stage":"reading","share":0\.(?:[1-9]|0[1-9])/;

const paint = (hue: number) =>
  sharp({ create: { width: 12, height: 9, channels: 3, background: `hsl(${hue}, 80%, 50%)` } })
    .png()
    .toBuffer();

describe.skipIf(chromiumPath === undefined)("texts and images in the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-items-"));
  const before = process.env.XPAL_CACHE;
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  /** The images that the page asked for in vain, or whole addresses. */
  const notFound: string[] = [];
  const files: Record<string, Uint8Array> = {};

  beforeAll(async () => {
    process.env.XPAL_CACHE = join(folder, "cache");
    for (let i = 0; i < 30; i++) {
      files[`images/${i % 2 ? "blue" : "red"}/${String(i).padStart(2, "0")}.png`] = await paint(i % 2 ? 200 + i : i);
    }
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    studio = await testStudio({ modelFolders: [folder] });
    browser = await startBrowser();
    page = await browser.newPage();
    complaints = complaintsOf(page);
    page.on("response", (response) => {
      if (response.status() === 404) notFound.push(new URL(response.url()).searchParams.get("name") ?? response.url());
    });
    await page.goto(studio.studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
    if (before === undefined) delete process.env.XPAL_CACHE;
    else process.env.XPAL_CACHE = before;
    rmSync(folder, { recursive: true, force: true });
  });

  const bring = (name: string, body: string | Uint8Array) => bringFile(page, studio.base, [name, body]);
  const start = () => startLabelling(page);

  /** Answers by keys; gives the class of each item that was asked. */
  async function label(count: number, key: (item: number) => string): Promise<Map<number, string>> {
    const given = new Map<number, string>();
    for (let i = 0; i < count; i++) {
      const item = await itemOnScreen(page);
      given.set(item, key(item));
      await page.keyboard.press(key(item));
      await waitForOther(page, item);
    }
    await waitForSaved(page);
    return given;
  }

  async function exported(project: string): Promise<Record<string, string>[]> {
    const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  const image = (project: string, name: string) =>
    studio.raw(`/api/projects/${project}/image?name=${encodeURIComponent(name)}`);

  const labelledOf = (rows: Record<string, unknown>[]) =>
    rows.filter((row) => Object.entries(row).some(([name, value]) => /label|kind|class/.test(name) && value));

  test("a zip of images is imported, twenty are labelled, and the export holds them", async () => {
    await bring("images.zip", zipSync(files));
    await page.getByText("Hide them:").click();
    const project = await start();
    await page.waitForFunction(
      () => (document.querySelector("article.item img") as HTMLImageElement)?.naturalWidth === 12,
    );
    // Sorted by path: the blue ones come first.
    const given = await label(20, (item) => (item < 15 ? "1" : "2"));
    const rows = await exported(project);
    expect(rows).toHaveLength(30);
    expect(given.size).toBe(20);
    for (const [item, key] of given) expect(JSON.stringify(rows[item])).toContain(key === "1" ? "blue/" : "red/");
    expect(labelledOf(rows).length).toBe(20);
  });

  test("so is a folder of images, and a CSV of texts", async () => {
    await page.goto(studio.base);
    await page.setInputFiles("input[type=file][webkitdirectory]", join(folder, "images"));
    await page.waitForURL(/\/import\//);
    await page.waitForSelector("tbody tr");
    await page.getByText("Hide them:").click();
    await start();
    await label(20, (item) => (item < 15 ? "1" : "2"));
    const text = (i: number) =>
      i % 2 ? `the train to town number ${i} was late` : `a soup of beans with bread and salt ${i}`;
    await bring("texts.csv", ["text", ...Array.from({ length: 30 }, (_, i) => text(i))].join("\n"));
    await page.getByLabel("Classes").fill("food\ntravel");
    const project = await start();
    const given = await label(20, (item) => (item % 2 ? "2" : "1"));
    const rows = await exported(project);
    for (const [item, key] of given) expect(JSON.stringify(rows[item])).toContain(key === "1" ? "food" : "travel");
    expect(labelledOf(rows).length).toBe(20);
  });

  test("a zip of a table and the images that it names has the columns and the images", async () => {
    const names = Object.keys(files);
    const rows = names.map(
      (name, i) => `${name.split("/").at(-1)},a ${name.split("/")[1]} thing number ${i} in the shop,${i}`,
    );
    const csv = new TextEncoder().encode(
      ["image,title,price", ...rows, ",nothing to see in this shop,7", "gone.png,lost,8"].join("\n"),
    );
    await bring("shop.zip", zipSync({ ...files, "shop.csv": csv }));
    const columns = (await page.locator("tbody").first().textContent()) ?? "";
    for (const name of ["image", "title", "price"]) expect(columns).toContain(name);
    await page.getByLabel("Classes").fill("blue\nred");
    const project = await start();
    expect((await image(project, names[0])).status).toBe(200);
    await label(4, (item) => (item % 2 ? "1" : "2"));
    const exportedRows = await exported(project);
    expect(exportedRows).toHaveLength(32); // a row without its image still has its other columns
    expect(exportedRows[0]).toMatchObject({ image: names[0], price: 0 });
    expect(labelledOf(exportedRows).length).toBe(4);
  });

  test("a table of data URLs shows and describes its images", async () => {
    const rows = Object.entries(files).map(
      ([name, bytes]) => `"data:image/png;base64,${Buffer.from(bytes).toString("base64")}",${name.length}`,
    );
    await bring("urls.csv", ["image,length", ...rows].join("\n"));
    expect(await page.locator("tbody").first().textContent()).toContain("image features");
    await page.getByLabel("Classes").fill("blue\nred");
    await start();
    await page.waitForFunction(
      () => (document.querySelector("article.item img") as HTMLImageElement)?.naturalWidth === 12,
    );
    await label(2, (item) => (item % 2 ? "1" : "2"));
  });

  test("damaged images and an SVG with a script are named and left out; the script never runs", async () => {
    const script = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran = true"><script>window.ran = true</script></svg>`;
    const whole = files["images/red/00.png"];
    await bring(
      "odd.zip",
      zipSync({
        ...files,
        "images/red/cut.png": whole.subarray(0, whole.length - 30),
        "images/red/empty.png": new Uint8Array(0),
        "images/red/words.png": new TextEncoder().encode("no image at all"),
        "images/red/evil.svg": new TextEncoder().encode(script),
        "images/red/evil.png": new TextEncoder().encode(script),
      }),
    );
    await page.getByText(/Worth knowing/).click();
    const said = (await page.locator("details ul").textContent()) ?? "";
    expect(said).toMatch(/5 images could not be read and left out/);
    for (const name of ["cut.png", "empty.png", "words.png", "evil.svg", "evil.png"]) expect(said).toContain(name);
    await page.getByText("Hide them:").click();
    const project = await start();
    expect(await exported(project)).toHaveLength(30);
    for (const name of ["red/evil.svg", "red/evil.png"]) expect((await image(project, name)).status).toBe(404);
    const { headers } = await image(project, "red/00.png"); // as its name says, and as nothing else
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  });

  test("an image of a hundred megapixels is described, and shown smaller", async () => {
    const side = 10_000;
    const row = Buffer.alloc(side * side, 200);
    const huge = await sharp(row, { raw: { width: side, height: side, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await bring("huge.zip", zipSync({ "a.png": huge, "b.png": await paint(10), "c.png": await paint(200) }));
    expect(await page.locator("main > p.muted").textContent()).toMatch(/3 rows/);
    await page.getByLabel("Classes").fill("dark\nlight");
    await start();
    const sizes = new Set<number>();
    for (let i = 0; i < 2; i++) {
      await page.waitForFunction(
        () => (document.querySelector("article.item img") as HTMLImageElement)?.naturalWidth > 0,
      );
      sizes.add(
        await page.evaluate(() => (document.querySelector("article.item img") as HTMLImageElement).naturalWidth),
      );
      if (i === 0) await label(1, () => "1");
    }
    for (const width of sizes) expect([12, 2048]).toContain(width);
  });

  test("fifty thousand small files show progress, hold nobody up, and can be cancelled", async () => {
    const one = await paint(10);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`${i}.png`, one]));
    const id = crypto.randomUUID();
    const answer = studio.raw(`/api/imports?name=many.zip&id=${id}`, {
      method: "POST",
      body: zipSync(many, { level: 0 }) as Uint8Array<ArrayBuffer>,
    });
    answer.catch(() => {});
    let heard = "";
    while (!READING.test(heard)) {
      // An import that has not begun yet says "ended" too; then it is asked again.
      const live = await studio.raw(`/api/imports/${id}/live`);
      const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        heard += part.value;
        if (READING.test(heard)) await reader?.cancel();
      }
    }
    expect(heard).toMatch(/"stage":"unpacking"/);
    expect(Array.isArray(await studio.get("/api/projects"))).toBe(true);
    await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
    expect((await answer).status).toBe(409);
  }, 180_000);

  test("a model in a folder describes the texts, and its vectors take their place", async () => {
    writeTextModel(join(folder, "model"));
    const words = ["cat", "kitten", "car", "truck"];
    const lines = Array.from({ length: 12 }, (_, i) => `${words[i % 4]} ${words[(i + 1 + (i % 3)) % 4]} and more ${i}`);
    await bring("words.csv", ["text", ...lines].join("\n"));
    await page.getByText("Encode texts or images with a model").click();
    await page.getByLabel("Model in ONNX").fill("no-such-folder");
    await page.getByRole("button", { name: "Use this model" }).click();
    await page.waitForFunction(() =>
      /must be in a folder that was named .* or a name such as/.test(document.body.textContent ?? ""),
    );
    await page.getByLabel("Model in ONNX").fill(join(folder, "model"));
    await page.getByRole("button", { name: "Use this model" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Without a model" }).isEnabled()).toBe(true);
    await page.getByLabel("Classes").fill("animal\nvehicle");
    const project = await start();
    await label(2, (item) => (/cat|kitten/.test(lines[item].split(" ")[0]) ? "1" : "2"));
    const rows = await exported(project);
    expect(rows.map((row) => row["text embedding"].length)).toEqual(new Array(12).fill(3)); // as the model has them
  });

  test("and none of it makes the page complain", () => {
    expect(notFound.filter((name) => name !== "gone.png")).toEqual([]); // which the table of the shop names in vain
    expect(complaints.filter((one) => !/400 \(Bad Request\)|404 \(Not Found\)/.test(one))).toEqual([]);
  });
});
