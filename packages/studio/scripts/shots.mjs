// `npm run shots`: a picture of every page, light, dark and on a phone, in the folder `shots`, which git ignores.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "@xpal/data";
import { itemOnScreen, withPage } from "./browser.mjs";

const LABELS = 30;
const folder = join(process.cwd(), "shots");
mkdirSync(folder, { recursive: true });
const truth = (await bundled("digits")).columns.find(({ name }) => name === "class").values;
const desk = { width: 1280, height: 860 };
const looks = [
  ["light", "light", desk],
  ["dark", "dark", desk],
  ["phone", "light", { width: 390, height: 844 }],
];

await withPage({ viewport: desk }, async ({ page, base }) => {
  await each("home", "/");
  const csv = Array.from(
    { length: 40 },
    (_, i) => `"A ${i % 2 ? "warm" : "cold"} day, number ${i}",${i},${i < 6 ? (i % 2 ? "yes" : "no") : ""}`,
  );
  const sent = await page.evaluate(
    async (text) => {
      const answer = await fetch("/api/imports?name=days.csv", { method: "POST", body: text });
      return (await answer.json()).import;
    },
    `text,degrees,label\n${csv.join("\n")}\n`,
  );
  await each("import", `/import/${sent}`);
  await page.goto(base);
  await page.getByRole("button", { name: "Try the demo" }).click();
  await page.waitForSelector("article.item");
  for (let i = 0; i < LABELS; i++) {
    await page.waitForTimeout(400);
    await page.keyboard.press(String(truth[await itemOnScreen(page)]));
  }
  await page.waitForTimeout(1500);
  const project = new URL(page.url()).pathname;
  for (const name of ["label", "map", "review", "insights", "export", "settings"]) {
    await each(name, name === "label" ? project : `${project}/${name}`);
  }
  await page.goto(base + project);
  await page.waitForSelector("article.item");
  await page.keyboard.press("?");
  await shot("help-light");

  async function each(name, path) {
    for (const [look, colorScheme, viewport] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.goto(base + path);
      await page.waitForTimeout(name === "map" ? 4000 : 1500);
      await shot(`${name}-${look}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(desk);
  }

  async function shot(name) {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: name.endsWith("phone") });
    console.log(`shots/${name}.png`);
  }
});
