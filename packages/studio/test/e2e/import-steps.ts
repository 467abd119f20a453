// The steps by which a person makes a project of a file, on the page of a studio.
import type { Page } from "playwright-core";

/** Chooses a file on the first page, by its path or its content, and waits until its rows are shown. */
export async function bringFile(page: Page, base: string, file: string | [name: string, body: string | Uint8Array]) {
  await page.goto(base);
  const given =
    typeof file === "string"
      ? file
      : { name: file[0], mimeType: "application/octet-stream", buffer: Buffer.from(file[1]) };
  await page.setInputFiles("input[type=file]:not([webkitdirectory])", given);
  await page.waitForURL(/\/import\//);
  await page.waitForSelector("tbody tr");
}

/** Begins to label the file that is shown; gives the project. */
export async function startLabelling(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Start labelling" }).click();
  await page.waitForSelector("article.item, .empty h1");
  return new URL(page.url()).pathname.split("/")[2];
}
