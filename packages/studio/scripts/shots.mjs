// `npm run shots`: an image of every page at five widths, light and dark, in the folder `shots`, which git ignores. Names as
// arguments take only the pages whose name contains one of them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "@xpal/data";
import { itemOnScreen, withPage } from "./browser.mjs";
import { lettersProject, lettersTable, longNamesProject, peopleAt, programOn } from "./shot-scenes.mjs";

const LABELS = 30;
const WIDTHS = { light: [360, 390, 768, 1366, 1920], dark: [360, 390, 768, 1366] };
const PAGES = ["label", "map", "review", "insights", "export", "settings"];
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const folder = join(process.cwd(), "shots");
mkdirSync(folder, { recursive: true });

await withPage({ viewport: { width: 1366, height: 860 } }, async ({ page, base }) => {
  page.setDefaultTimeout(120_000); // a machine that does other things too
  await page.goto(base);
  const letters = `/p/${await lettersProject(page)}`;
  const long = `/p/${await longNamesProject(page)}`;
  const needsDigits = ["home", "help", "peek", ...PAGES.map((at) => `digits-${at}`)].some(isWanted);
  const digits = needsDigits ? await digitsProject() : "/";

  await each("home", "/");
  await each("import", `/import/${await brought()}`);
  await eachPage("digits", digits);
  await each("help", digits, { act: () => page.keyboard.press("?") });
  await each("peek", digits, { act: () => page.locator(".answer").nth(3).hover() });
  await eachPage("long", long);
  if (isWanted("program")) await programOn(page, letters.slice(3));
  await each("program", `${letters}/settings`);
  await eachPage("letters", letters);
  await each("disputed", `${letters}/review`, { act: () => page.getByLabel("Show").selectOption("disputed") });
  if (["people", "account", "annotator-home", "annotator-label", "join", "log-in"].some(isWanted)) await people();

  async function people() {
    const { ann, guest, invitation } = await peopleAt(page, base, [letters.slice(3), long.slice(3)]);
    await each("people", "/people");
    await each("account", "/account", { page: ann });
    await each("annotator-home", "/", { page: ann });
    await each("annotator-label", letters, { page: ann });
    await each("join", invitation, { page: guest });
    await each("log-in", "/", { page: guest });
  }

  async function digitsProject() {
    const truth = (await bundled("digits")).columns.find(({ name }) => name === "class").values;
    await page.getByRole("button", { name: "Try the demo" }).click();
    await page.waitForSelector("article.item");
    for (let i = 0; i < LABELS; i++) {
      await page.waitForTimeout(400);
      await page.keyboard.press(String(truth[await itemOnScreen(page)]));
    }
    await page.waitForTimeout(1500);
    return new URL(page.url()).pathname;
  }

  async function brought() {
    return page.evaluate(async (text) => {
      const answer = await fetch("/api/imports?name=letters.csv", { method: "POST", body: text });
      return (await answer.json()).import;
    }, lettersTable());
  }

  async function eachPage(name, project) {
    for (const at of PAGES) await each(`${name}-${at}`, at === "label" ? project : `${project}/${at}`);
  }

  async function each(name, path, { act, page: own = page } = {}) {
    if (!isWanted(name)) return;
    const settle = name.includes("map") ? 3000 : 1200;
    for (const [colorScheme, widths] of Object.entries(WIDTHS)) {
      await own.emulateMedia({ colorScheme });
      await own.goto(base + path);
      await own.waitForSelector(path.startsWith("/p/") ? ".page > :not(.opening)" : "main");
      await own.waitForTimeout(settle);
      await act?.();
      for (const width of widths) {
        await own.setViewportSize({ width, height: width < 700 ? 780 : 860 });
        await own.waitForTimeout(name.includes("map") ? 700 : 250);
        const isOverlay = ["help", "peek"].includes(name) || name.endsWith("map");
        await own.screenshot({
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: width < 700 || !isOverlay,
        });
        console.log(`shots/${name}-${width}-${colorScheme}.png`);
      }
    }
  }
});
