// What a person decides while a file is looked at: how it is read, what its labels are for, which classes there are.
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, intercept, startBrowser } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";
import { bringFile, startLabelling } from "./import-steps.ts";

describe.skipIf(chromiumPath === undefined)("the import page", () => {
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    page = await browser.newPage();
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  const bring = (name: string, body: string | Uint8Array) => bringFile(page, studio.base, [name, body]);
  const start = () => startLabelling(page);

  const missing = () => page.locator("#missing").textContent();
  const rows = () => page.locator("main > p.muted").textContent();
  const addRows = (name: string, body: string) =>
    page
      .getByLabel("Add rows", { exact: true })
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(body) });
  /** What a page says of a request that was rejected is no complaint where it is to be rejected. */
  const isExpected = (text: string) => !text.includes("400 (Bad Request)");
  const lines = Array.from({ length: 8 }, (_, i) => `some words about the ${["sea", "sun"][i % 2]} on day ${i}`);

  test("keeps the first line of a list when told that it is data", async () => {
    await bring("list.txt", lines.join("\n"));
    await page.getByLabel("First line").selectOption("is data already");
    await page.waitForFunction(() => document.querySelector("main > p.muted")?.textContent?.includes("8 rows"));
    await page.getByLabel("First line").selectOption("names the columns");
    await page.waitForFunction(() => document.querySelector("main > p.muted")?.textContent?.includes("7 rows"));
    await page.getByLabel("First line").selectOption("is data already");
    await page.waitForFunction(() => document.querySelector("main > p.muted")?.textContent?.includes("8 rows"));
    await page.getByLabel("Classes").fill("sea\nsun");
    const project = await start();
    const { project: info } = await studio.get<{ project: { itemCount: number } }>(`/api/projects/${project}`);
    expect(info.itemCount).toBe(8);
  });

  test("reads with another separator and other characters, and shows at once what comes of it", async () => {
    const text = "name;price\nCafé;15\nCrème;25\nThé;35\nPâté;45\n";
    await bring("menu.csv", Buffer.from(text, "latin1"));
    expect(await rows()).toContain("2 columns");
    await page.getByLabel("Separator").selectOption("comma");
    await page.getByText("name;price").first().waitFor();
    await page.getByLabel("Separator").selectOption("semicolon");
    await page.getByLabel("Characters").selectOption("windows-1251");
    await page.getByText("Cafй").waitFor();
    await page.getByLabel("Characters").selectOption("windows-1252");
    await page.getByText(/Café · Crème/).waitFor();
  });

  test("keeps a choice that was made while the file was still being read for the one before", async () => {
    await bring("menu.csv", Buffer.from("name;price\nCafé;15\nCrème;25\nThé;35\nPâté;45\n", "latin1"));
    const restore = await intercept(page, /separator=comma(?!.*encoding)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.getByLabel("Separator").selectOption("comma");
    await page.getByLabel("Characters").selectOption("windows-1251");
    await page.getByText("name;price").first().waitFor();
    await page.getByText(/Cafй/).first().waitFor();
    await page.waitForTimeout(1500); // the late answer to the first choice comes in between
    expect(await page.getByText(/Cafй/).count()).toBeGreaterThan(0);
    restore();
  });

  test("showed a separator that was rejected above a table that is read by another one", async () => {
    await bring("sizes.csv", "size;name;kind\n0,5;some words;good\n1,5;more, or less;bad\n2,5;all the rest;good\n");
    const start = page.getByRole("button", { name: "Start labelling" });
    await page.getByText("Keep them").click();
    await expect.poll(() => start.isEnabled()).toBe(true);
    await page.getByLabel("Separator").selectOption("comma");
    await page
      .getByRole("alert")
      .getByText(/sizes.csv must have 1 cell/i)
      .waitFor();
    expect(await page.getByLabel("Separator").inputValue()).toBe(",");
    expect(await page.locator("tbody tr").count()).toBe(1);
    expect([await start.isEnabled(), await missing()]).toEqual([
      false,
      "Decide what becomes of the lines that do not fit.",
    ]);
    await page.getByLabel("Separator").selectOption("semicolon");
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    expect(await page.locator("tbody tr").count()).toBe(3);
    const characters = page.getByLabel("Characters");
    const restore = await intercept(page, /encoding=big5/, (route) =>
      route.fulfill({ status: 400, json: { code: "bad-argument", message: "the file must be text" } }),
    );
    await characters.selectOption("big5");
    await page.getByText("The file must be text").waitFor();
    await expect.poll(() => characters.inputValue()).toBe("utf-8");
    restore();
    complaints.splice(0, complaints.length, ...complaints.filter(isExpected));
  });

  test("asks what becomes of lines that do not fit, and takes another decimal mark", async () => {
    await bring("both.csv", 'text,price\nsea,"1,200"\nbar,"2,500",1\nwalk,"3,100"\n');
    await page.getByLabel("Lines that do not fit").selectOption("leave them out");
    await page.getByText("Line 3: not as many cells as the header, left out").waitFor();
    expect(await missing()).toBe("Name at least two classes.");
    await page.getByLabel("Decimal mark").selectOption(".");
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await page.getByLabel("Lines that do not fit").selectOption("read each line as one item");
    await expect.poll(() => page.getByLabel("Separator").inputValue()).toBe("none");
    expect(await rows()).toContain("4 rows, 1 column");
  });

  test("rejected a pasted list for its commas", async () => {
    await page.goto(studio.base);
    await page.getByRole("button", { name: "Paste a table" }).click();
    await page.locator("#pasted").fill("The food was good, the service slow\nI would not come back\nToo loud\n");
    await page.getByRole("button", { name: "Use this" }).click();
    await page.getByText("The lines do not form a table, so each line is one item").waitFor();
    await page.getByLabel("Classes").fill("good\nbad");
    const project = await start();
    await page.goto(`${studio.base}/p/${project}/settings`);
    await addRows("more.csv", "Nice, but small\n");
    await page.getByText("1 new row.").waitFor();
  });

  test("offers the same choices where rows cannot be added as the project's file was read", async () => {
    await bring("table.csv", "text,size\nthe sea,1\na bar,2\nsome walk,3\n");
    await page.getByLabel("Label column").selectOption("");
    await page.getByLabel("Classes").fill("good\nbad");
    const project = await start();
    await page.goto(`${studio.base}/p/${project}/settings`);
    await addRows("more.csv", "text,size\nthe hill,4\na lake,5,9\n");
    await page.getByText(/more.csv must have 2 cells in every record, but line 3 does not/i).waitFor();
    await page.getByLabel("Lines that do not fit").selectOption("leave them out");
    await page.getByText("1 new row.").waitFor();
    await page.getByText("Line 3: not as many cells as the header, left out").waitFor();
    await page.getByRole("button", { name: "Add 1 row" }).click();
    await page.getByText("1 row added.").waitFor();
    expect(await page.getByLabel("Lines that do not fit").count()).toBe(0);
    complaints.splice(0, complaints.length, ...complaints.filter(isExpected));
  });

  test("set roles, classes and the label column back when the file was read in another way", async () => {
    const rows = lines.map((line, i) => `${line};${i % 2 ? "odd" : "even"};${i * 2.5};${i < 4 ? "new" : "old"}`);
    await bring("four.csv", `words;kind;size;label\n${rows.join("\n")}\n`);
    const role = (name: string) => page.getByLabel(`Use as ${name}`, { exact: true });
    const classes = page.getByLabel("Classes");
    const read = async (act: () => Promise<unknown>) => {
      const looked = page.waitForResponse((answer) => /\/api\/imports\/[^/?]+\?/.test(answer.url()));
      await act();
      await looked;
    };
    expect(await page.getByLabel("Label column").inputValue()).toBe("label");
    await role("size").selectOption("ignored");
    await read(() => page.getByLabel("Label column").selectOption("kind"));
    await expect.poll(() => classes.inputValue()).toBe("even\nodd");
    expect(await role("size").inputValue()).toBe("ignored");
    await classes.fill("even\nodd\nneither");
    await read(() => page.getByLabel("Characters").selectOption("windows-1252"));
    await expect.poll(() => page.getByLabel("Characters").inputValue()).toBe("windows-1252");
    expect(await page.getByLabel("Label column").inputValue()).toBe("kind");
    expect(await classes.inputValue()).toBe("even\nodd\nneither");
    expect(await role("size").inputValue()).toBe("ignored");
    // With another separator there is no such column: what the file says counts.
    await read(() => page.getByLabel("Separator").selectOption("comma"));
    await page.getByText("words;kind;size;label").first().waitFor();
    expect(await page.getByLabel("Label column").inputValue()).not.toBe("kind");
    await read(() => page.getByLabel("Separator").selectOption("semicolon"));
    await expect.poll(() => page.getByLabel("Label column").inputValue()).toBe("kind");
  });

  test("asks what the labels of a fully labelled file are for", async () => {
    const body = `x,label\n${Array.from({ length: 12 }, (_, i) => `${(i * 7) % 12}.5,${i % 2 ? "odd" : "even"}`).join("\n")}\n`;
    await bring("full.csv", body);
    expect(await page.getByRole("button", { name: "Start labelling" }).isDisabled()).toBe(true);
    expect(await missing()).toBe("Choose what the labels are for.");
    await page.getByText("Hide them:").click();
    const project = await start();
    const { project: info, events } = await studio.get<{ project: { hasTruth: boolean }; events: unknown[] }>(
      `/api/projects/${project}`,
    );
    expect([info.hasTruth, events.length]).toEqual([true, 0]);
  });

  test("says what is missing while it cannot start, without the words of the library", async () => {
    await bring("some.csv", `x,z\n${lines.map((_, i) => `${i * 3.5},${i % 3}`).join("\n")}\n`);
    expect(await missing()).toBe("Name at least two classes.");
    await page.getByLabel("Classes").fill("a");
    expect(await missing()).toMatch(/^Name one more class/);
    await page.getByLabel("Classes").fill("a\nb\na");
    expect(await missing()).toBe('The class "a" is listed twice.');
    await page.getByLabel("Classes").fill("a\nb");
    await page.getByLabel("Name of the project").fill(" ");
    expect(await missing()).toBe("Give the project a name.");
    await page.getByLabel("Name of the project").fill("mine");
    for (const name of ["x", "z"]) await page.getByLabel(`Use as ${name}`, { exact: true }).selectOption("ignored");
    expect(await missing()).toMatch(/^Choose at least one column/);
    const id = new URL(page.url()).pathname.split("/")[2];
    const rejected = await studio.raw(`/api/imports/${id}/project`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        title: "x",
        label: null,
        classes: ["a", "a"],
        roles: {},
        pixels: null,
        keepLabels: true,
        dropDuplicates: false,
      }),
    });
    const { message } = (await rejected.json()) as { message: string };
    expect([rejected.status, message]).toEqual([400, 'class 2 must not occur twice, got "a"']);
  });

  test("makes a project of a zip of images in folders by class", async () => {
    const image = (hue: number) =>
      page.evaluate(async (colour) => {
        const canvas = new OffscreenCanvas(8, 8);
        const context = canvas.getContext("2d");
        if (context !== null) context.fillStyle = `hsl(${colour} 80% 50%)`;
        context?.fillRect(0, 0, 8, 8);
        return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
      }, hue);
    const files: Record<string, Uint8Array> = {};
    for (let i = 0; i < 8; i++) {
      files[`images/${i % 2 ? "blue" : "red"}/${i}.png`] = Uint8Array.from(await image(i % 2 ? 200 + i : i));
    }
    await bring("images.zip", zipSync(files));
    expect(await page.getByLabel("Label column").inputValue()).toBe("folder");
    expect(await page.getByLabel("Classes").inputValue()).toBe("blue\nred");
    await page.getByText("Hide them:").click();
    const project = await start();
    await page.waitForSelector("article.item img");
    const { project: info } = await studio.get<{ project: { view: { cells: string[] } } }>(`/api/projects/${project}`);
    expect(info.view.cells).toEqual([]);
    await bring("images.zip", zipSync(files));
    await page.getByLabel("Label column").selectOption("");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    expect(await page.getByLabel("Use as folder", { exact: true }).inputValue()).toBe("ignored");
  });

  test("and none of it makes the page complain", () => {
    expect(complaints).toEqual([]);
  });
});
