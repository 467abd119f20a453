// Real pages in a Chromium: two windows with keys, one of which loses its connection again and again while somebody else
// answers, and a server that is killed and started again in between. Every key press is in the log, on the item that was on
// screen, or is shown as rejected.
import { existsSync } from "node:fs";
import { freePort } from "../../free-port.mjs";
import { launchBrowser } from "../../launch-browser.mjs";
import { answerEvent, logIn, pause, startVictim, withFolder } from "../studio-client.mjs";

export const about =
  "two pages with keys, one going offline, and a server killed in between; every key is on the item it was for";
export const defaultRounds = 20;
export const testRounds = 2;
const CLASSES = 3;
const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function run({ rounds, chance, fail }) {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (executablePath === undefined)
    return { skipped: "no Chromium is installed; name it in the environment variable CHROMIUM" };
  return withFolder(async (folder) => {
    const port = await freePort();
    let victim = await startVictim(folder, port);
    const client = await logIn(victim.url);
    const browser = await launchBrowser(executablePath);
    const figures = { rounds, keys: 0, "in the log": 0, "set aside": 0, "times offline": 0, kills: 0 };
    try {
      for (let round = 0; round < rounds; round++) {
        const { project } = await client.post("/api/demos", { name: "iris" });
        const pages = [await open(project), await open(project)];
        const pressed = [];
        for (const [at, { page, context }] of pages.entries()) {
          const isOffline = at === 0 || chance.index(2) === 0;
          if (isOffline) await context.setOffline(true);
          figures["times offline"] += isOffline ? 1 : 0;
          for (let i = 0, most = 2 + chance.index(6); i < most; i++) pressed.push(...(await press(page)));
          if (at === 0 && pressed.length > 0 && chance.index(2) === 0) {
            await client.post(`/api/projects/${project}/events`, {
              events: [answerEvent(pressed[0], (pressed[0] + 1) % CLASSES)],
            });
          }
          if (chance.index(3) === 0) {
            await victim.kill();
            figures.kills++;
            await pause(chance.index(500));
            victim = await startVictim(folder, port);
          }
          await context.setOffline(false);
        }
        for (const { page } of pages) await saved(page);
        await check(project, pages, pressed, round);
        for (const { context } of pages) await context.close();
      }
    } finally {
      await browser.close();
      await victim.kill();
    }
    return figures;

    async function open(project) {
      const context = await browser.newContext();
      const [name, value] = client.cookie.split("=");
      await context.addCookies([{ name, value, url: client.base }]);
      const page = await context.newPage();
      await page.goto(`${client.base}/p/${project}`);
      await page.waitForSelector("article.item");
      await page.waitForTimeout(400);
      return { page, context };
    }

    /** Answers what is on screen with a class that tells the item; returns the item, or nothing when none is there. */
    async function press(page) {
      const item = await page.evaluate(() => {
        const name = document.querySelector("article.item")?.getAttribute("aria-label");
        return name ? Number(name.replace(/\D/g, "")) - 1 : null;
      });
      if (item === null) return [];
      await page.waitForTimeout(chance.index(120));
      await page.keyboard.press(String(1 + (item % CLASSES)));
      figures.keys++;
      return [item];
    }

    async function saved(page) {
      await page.waitForFunction(() => document.querySelector("header .status")?.textContent === "Saved");
    }

    async function check(project, pages, pressed, round) {
      const { events } = await client.get(`/api/projects/${project}`);
      const own = events.filter(({ body }) => body.by === "me");
      for (const { body } of own) {
        if (body.to !== body.item % CLASSES) fail(`round ${round}: item ${body.item} has the answer to another item`);
      }
      let aside = 0;
      for (const { page } of pages) {
        const keys = await page.evaluate(
          () => Object.keys(localStorage).filter((key) => key.startsWith("xpal-rejected-")).length,
        );
        const isSaid = (await page.getByTestId("rejected").count()) > 0;
        if (keys > 0 !== isSaid) fail(`round ${round}: ${keys} answers are set aside, but the page does not say so`);
        aside += keys;
      }
      figures["in the log"] += own.length;
      figures["set aside"] += aside;
      if (own.length + aside !== pressed.length) {
        fail(`round ${round}: ${pressed.length} keys, ${own.length} in the log and ${aside} set aside`);
      }
    }
  });
}
