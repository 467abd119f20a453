// `npm run shots`: a picture of every page at four widths, light and dark, in the folder `shots`, which git ignores. A
// name as argument takes only the pages whose name contains it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "@xpal/data";
import { importTable, itemOnScreen, withPage } from "./browser.mjs";

const LABELS = 30;
const WIDTHS = [360, 768, 1366, 1920];
const wanted = process.argv[2] ?? "";
const folder = join(process.cwd(), "shots");
mkdirSync(folder, { recursive: true });
const truth = (await bundled("digits")).columns.find(({ name }) => name === "class").values;

await withPage({ viewport: { width: 1366, height: 860 } }, async ({ page, base }) => {
  const reports = Array.from({ length: 60 }, (_, i) => {
    const text =
      i % 3 ? `The delivery number ${i} came ${i % 2 ? "late and damaged" : "on time"}` : `How do I return ${i}?`;
    return `"${text}",${(i * 37) % 101},${i < 12 ? ["praise", "complaint", "a question about the order"][i % 3] : ""}`;
  });
  const table = `text,price,label\n${reports.join("\n")}\n`;
  const classes = ["praise", "complaint", "a question about the order"];
  const choice = { title: "Customer letters", label: "label", classes, roles: {}, pixels: null, keepLabels: true };
  const letters = await importTable(page, "letters.csv", table, { ...choice, dropDuplicates: false });
  await page.goto(base);
  await page.getByRole("button", { name: "Try the demo" }).click();
  await page.waitForSelector("article.item");
  for (let i = 0; i < LABELS; i++) {
    await page.waitForTimeout(400);
    await page.keyboard.press(String(truth[await itemOnScreen(page)]));
  }
  await page.waitForTimeout(1500);
  const digits = new URL(page.url()).pathname;
  await each("home", "/");
  const brought = await page.evaluate(async (text) => {
    const answer = await fetch("/api/imports?name=letters.csv", { method: "POST", body: text });
    return (await answer.json()).import;
  }, table);
  await each("import", `/import/${brought}`);
  for (const [name, project] of [
    ["digits", digits],
    ["letters", `/p/${letters}`],
  ]) {
    for (const at of ["label", "map", "review", "insights", "export", "settings"]) {
      await each(`${name}-${at}`, at === "label" ? project : `${project}/${at}`);
    }
  }
  await each("help", digits, () => page.keyboard.press("?"));
  await each("peek", digits, () => page.locator(".answer").nth(3).hover());

  async function each(name, path, act) {
    if (!name.includes(wanted)) return;
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.goto(base + path);
      await page.waitForSelector(path.startsWith("/p/") ? ".page > :not(.opening)" : "main");
      await page.waitForTimeout(name.includes("map") ? 3000 : 1200);
      await act?.();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 860 });
        await page.waitForTimeout(name.includes("map") ? 700 : 250);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: width < 700 });
        console.log(`shots/${name}-${width}-${colorScheme}.png`);
      }
    }
  }
});
