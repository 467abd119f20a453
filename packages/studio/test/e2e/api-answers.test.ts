// What becomes of answers that programs and people send: checks, requests that are sent again, and what webhooks hear of it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type StudioClient, studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerEvent, type Client, clientFor, type TestStudio, testStudio } from "./client.ts";

interface Told {
  readonly event: string;
  readonly labels: { item: number; label: string | null; aside: string | null; by: string | null }[];
}
interface Results {
  readonly results: { id: string; sequence: number | null; rejection: { code: string; message: string } | null }[];
}

const at = "2026-01-31T12:00:00.000Z";
const heard: Told[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    heard.push(JSON.parse(body) as Told);
    response.writeHead(204).end();
  });
});
let studio: TestStudio;
let program: StudioClient;
let project: string;

beforeAll(async () => {
  await new Promise<void>((done) => void receiver.listen(0, "127.0.0.1", () => done()));
  studio = await testStudio();
  const scopes = ["read", "label", "create", "webhooks"];
  const { secret } = await studio.post<{ secret: string }>("/api/tokens", { name: "robot", scopes });
  program = studioClient({ url: studio.base, token: secret });
  ({ project } = await program.createProject({ demo: "iris" }));
});
afterAll(async () => {
  await studio?.stop();
  receiver.close();
});

async function joined(name: string): Promise<Client> {
  const asked = { role: "annotator", projects: [project] };
  const { token } = await studio.post<{ token: string }>("/api/invitations", asked);
  const response = await fetch(`${studio.base}/api/invitation`, {
    method: "POST",
    headers: { origin: studio.base, "content-type": "application/json" },
    body: JSON.stringify({ token, name, password: "three plain words" }),
  });
  return clientFor(studio.base, response.headers.get("set-cookie")?.split(";")[0] ?? "");
}
const send = (client: Client, event: object, to = project) =>
  client.post<Results>(`/api/projects/${to}/events`, { events: [event] });
const eventOf = (kind: string, body: object) => ({ id: crypto.randomUUID(), kind, at, body });
/** Labels some items, so that there is a model, and has its error measured from then on. */
const beginMeasuring = async (client: Client, by: StudioClient, pool: string) => {
  const names = ["setosa", "versicolor", "virginica"];
  const labels = [0, 1, 50, 51, 100, 101].map((item) => ({ item, label: names[Math.floor(item / 50)] }));
  await by.label({ project: pool, labels });
  await send(client, eventOf("settings", { measuring: true, targetError: 0.2 }), pool);
};
const logOf = async (of: string) =>
  (
    await studio.get<{ events: { id: string; kind: string; body: { item?: number; asked?: object } }[] }>(
      `/api/projects/${of}`,
    )
  ).events;

test("random items that a program labelled were stored as the model's choice: they are checks", async () => {
  const { project: pool } = await program.createProject({ demo: "iris" });
  await beginMeasuring(studio, program, pool);
  for (let times = 0; times < 3; times++) {
    const [{ item, from }] = (await program.next({ project: pool })).items;
    expect(from).toBe("check");
    await program.label({ project: pool, labels: [{ item, label: "setosa" }] });
    const stored = (await logOf(pool)).find(({ kind, body }) => kind === "answer" && body.item === item);
    expect(stored?.body.asked).toEqual({ from: "check" });
  }
  expect((await program.model({ project: pool })).guarantee).toMatchObject({ checks: 3 });
  const chosen = (await logOf(pool)).filter(({ body }) => body.item === 0);
  expect(chosen[0].body.asked).toEqual({ from: "best" });
});

test("random items that a program had in hand counted as the model's choice after a restart: they are checks", async () => {
  const first = await testStudio();
  const { secret } = await first.post<{ secret: string }>("/api/tokens", {
    name: "meter",
    scopes: ["label", "create"],
  });
  const { secret: another } = await first.post<{ secret: string }>("/api/tokens", { name: "other", scopes: ["label"] });
  const before = studioClient({ url: first.base, token: secret });
  const { project: pool } = await before.createProject({ demo: "iris" });
  const { project: removed } = await before.createProject({ demo: "iris" });
  for (const one of [pool, removed]) await beginMeasuring(first, before, one);
  const [[given], [taken], [gone]] = [
    (await before.next({ project: pool })).items,
    (await studioClient({ url: first.base, token: another }).next({ project: pool })).items,
    (await before.next({ project: removed })).items,
  ];
  expect([given.from, taken.from, gone.from]).toEqual(["check", "check", "check"]);
  expect((await first.raw(`/api/projects/${removed}`, { method: "DELETE" })).status).toBe(200);
  await first.studio.close();
  const second = await testStudio(first.place);
  try {
    const after = studioClient({ url: second.base, token: secret });
    // What another program was given at random was this one's own choice.
    for (const { item } of [given, taken]) await after.label({ project: pool, labels: [{ item, label: "setosa" }] });
    const { events } = await second.get<{ events: { body: { item?: number; asked?: { from: string } } }[] }>(
      `/api/projects/${pool}`,
    );
    const fromOf = (item: number) => events.find(({ body }) => body.item === item)?.body.asked?.from;
    expect([fromOf(given.item), fromOf(taken.item)]).toEqual(["check", "best"]);
  } finally {
    await second.stop();
  }
});

test("a label that was sent again after somebody's second opinion was rejected, though stored: it is done", async () => {
  const label = { item: 10, label: "setosa", id: crypto.randomUUID() };
  await program.label({ project, labels: [label] });
  const ada = await joined("Ada");
  expect((await send(ada, answerEvent(10, 1, label.id))).results[0].rejection).toBeNull();
  expect((await program.label({ project, labels: [label] })).results).toEqual([
    { item: 10, done: true, rejection: null },
  ]);
  const another = await program.label({ project, labels: [{ ...label, label: "virginica" }] });
  expect(another.results[0]).toMatchObject({ done: false });
  expect((await logOf(project)).filter(({ body }) => body.item === 10)).toHaveLength(2);
});

test("an answer that an annotator sent again was rejected, though stored: it is acknowledged", async () => {
  const [ben, cem] = [await joined("Ben"), await joined("Cem")];
  const first = answerEvent(20, 0);
  const further = { ...answerEvent(20, 1, first.id) };
  const own = { ...further, body: { ...further.body, asked: { from: "own" } } };
  const before = [(await send(ben, first)).results[0], (await send(cem, own)).results[0]];
  expect(before.map(({ rejection }) => rejection)).toEqual([null, null]);
  // Somebody has answered since; and what was written into the second opinion is not what its sender wrote.
  expect((await send(ben, first)).results).toEqual([before[0]]);
  expect((await send(cem, own)).results).toEqual([before[1]]);
  expect((await send(ben, { ...own, id: first.id })).results[0].rejection).not.toBeNull();
  expect((await send(ben, own)).results[0].rejection).not.toBeNull(); // it is Cem's
});

test("webhooks kept labels that were taken back or changed with their class: they hear what counts", async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { project: pool } = await program.createProject({ demo: "iris" });
  await program.addWebhook({ url, events: ["label"], project: pool });
  const tells = async (event: object, labels: Told["labels"]) => {
    const count = heard.length;
    expect((await send(studio, event, pool)).results[0].rejection).toBeNull();
    await expect.poll(() => heard.length).toBe(count + 1);
    expect(heard[count].labels).toEqual(labels);
  };
  const told = (item: number, label: string | null, by: string | null = "me") => ({ item, label, aside: null, by });
  const [first, correction] = [answerEvent(43, 0), eventOf("change", { items: [43], to: 1 })];
  const other = answerEvent(44, 2);
  await tells(first, [told(43, "setosa")]);
  await tells(other, [told(44, "virginica")]);
  await tells(correction, [told(43, "versicolor")]);
  await tells(eventOf("undo", { of: correction.id }), [told(43, "setosa")]);
  await tells(eventOf("undo", { of: first.id }), [told(43, null, null)]);
  await tells(eventOf("redo", { of: first.id }), [told(43, "setosa")]);
  const merge = eventOf("class", { do: "merge", class: 2, into: 1 });
  await tells(merge, [told(44, "versicolor")]);
  await tells(eventOf("undo", { of: merge.id }), [told(44, "virginica")]);
  await tells(eventOf("class", { do: "rename", class: 0, name: "bristly" }), [told(43, "bristly")]);
});
