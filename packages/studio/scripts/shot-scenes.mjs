// What the screenshots show beside the demo: tables with awkward names, people who differ, accounts, a program that answers.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { importTable } from "./browser.mjs";

const LETTER_CLASSES = ["praise", "complaint", "a question about the order"];
const CHOICE = { label: "label", roles: {}, pixels: null, keepLabels: true, dropDuplicates: false };

/** Sixty short letters, twelve of them labelled, as a table. */
export function lettersTable() {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const text =
      i % 3 ? `The delivery number ${i} came ${i % 2 ? "late and damaged" : "on time"}` : `How do I return ${i}?`;
    return `"${text}",${(i * 37) % 101},${i < 12 ? LETTER_CLASSES[i % 3] : ""}`;
  });
  return `text,price,label\n${rows.join("\n")}\n`;
}

/** A project of letters in which Ann and Ben answered the same items and differ in some; returns its id. */
export async function lettersProject(page) {
  const choice = { ...CHOICE, title: "Customer letters", classes: LETTER_CLASSES };
  const project = await importTable(page, "letters.csv", lettersTable(), choice);
  const first = Array.from({ length: 14 }, (_, i) => answer(12 + i, i % 3, null, "Ann"));
  const second = first.map(({ id, body: { item, to } }, i) => answer(item, i % 4 ? to : (to + 1) % 3, id, "Ben"));
  await send(page, `/api/projects/${project}/events`, { events: [...first, ...second] });
  return project;
}

/** A project with thirty classes, one of which has a name of 180 characters, and a title as long; returns its id. */
export async function longNamesProject(page) {
  const long =
    "A class whose name somebody copied from the guidelines of the project, with every exception and condition ";
  const classes = Array.from({ length: 30 }, (_, y) =>
    y === 3 ? long.repeat(2).slice(0, 180) : y === 7 ? "x".repeat(60) : `class number ${y + 1}`,
  );
  const rows = Array.from({ length: 90 }, (_, i) => {
    const words = `The report ${i} of the department is about ${["water", "light", "noise", "heat"][i % 4]} and ${i % 30}`;
    return `"${words}",${(i * 7) % 13},"${i < 45 ? classes[i % 30] : ""}"`;
  });
  const title = `Reports of the year, ${long}`.slice(0, 180);
  return importTable(page, "reports.csv", `text,size,label\n${rows.join("\n")}\n`, { ...CHOICE, title, classes });
}

/** Two accounts, an invitation that nobody used and a token; returns pages that are logged in, logged out and invited. */
export async function peopleAt(page, base, projects) {
  const invite = (body) => send(page, "/api/invitations", body);
  const newPage = async () => (await page.context().browser().newContext({ viewport: page.viewportSize() })).newPage();
  const join = async (name, role) => {
    const { token } = await invite({ role, projects });
    const own = await newPage();
    await own.goto(base);
    await send(own, "/api/invitation", { token, name, password: "three plain words" });
    return own;
  };
  await join("Benedikta-Charlotte von und zu Hohenstein-Rautenberg", "reviewer");
  const ann = await join("Ann", "annotator");
  await send(ann, "/api/tokens", { name: "nightly export of the labels", scopes: ["read", "label"] });
  await invite({ role: "annotator", projects, name: "Carol" });
  const { token } = await invite({ role: "reviewer", projects });
  return { ann, guest: await newPage(), invitation: `/join#${token}` };
}

/** Lets a program answer some items of the letters, and waits until it has. */
export async function programOn(page, project) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const said = /return/.test(body.slice(body.lastIndexOf('"user"'))) ? LETTER_CLASSES[2] : LETTER_CLASSES[1];
      const choices = [{ message: { role: "assistant", content: said }, finish_reason: "stop" }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices, usage: { prompt_tokens: 90, completion_tokens: 2 } }));
    });
  });
  await new Promise((done) => void server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${server.address().port}/v1`;
  const path = `/api/projects/${project}/program`;
  const price = { sent: 2, received: 8 };
  await send(page, path, { endpoint, model: "stand-in", count: 8, seconds: 60, hour: 20, choose: false, price });
  for (let tries = 0; tries < 100; tries++) {
    await page.waitForTimeout(200);
    const { state } = await page.evaluate(async (at) => (await fetch(at)).json(), path);
    if (state !== "working") break;
  }
  server.close();
}

function answer(item, to, was, by) {
  const body = { item, to, was, seconds: 4 + (item % 5), asked: { from: "best" }, by };
  return { id: randomUUID(), kind: "answer", at: new Date().toISOString(), body };
}

/** Sends JSON from a page, as the page itself does. */
async function send(page, path, body) {
  const { ok, text } = await page.evaluate(
    async ({ path, body }) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return { ok: answer.ok, text: await answer.text() };
    },
    { path, body },
  );
  if (!ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}
