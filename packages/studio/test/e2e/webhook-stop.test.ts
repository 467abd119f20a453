// A webhook hears once that a project is done: when the error that was named can be promised, whichever of two servers the answers
// go to.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "@xpal/data";
import { studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeOf } from "../../../store/test/folder-store.mjs";
import { type TestStudio, testStudio } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-webhook-"));
let studio: TestStudio;
let other: TestStudio;
const heard: { event: string; target: number; bound: number; labels: number }[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    heard.push(JSON.parse(body));
    response.statusCode = 204;
    response.end();
  });
});
beforeAll(async () => {
  const store = await storeOf(folder);
  studio = await testStudio({ store });
  other = await testStudio({ store });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", () => done()));
});
afterAll(async () => {
  server.close();
  await studio?.stop();
  await other?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("tells that the target is reached, once, and not before", async () => {
  const { values } = (await bundled("wine")).columns.find(({ name }) => name === "class") ?? expect.unreachable();
  const { project } = await studio.post<{ project: string }>("/api/demos", { name: "wine" });
  const path = `/api/projects/${project}`;
  const { project: info } = await studio.get<{ project: { classes: string[] } }>(path);
  const truth = Array.from(values as ArrayLike<unknown>, (name) => info.classes.indexOf(String(name)));
  const { secret } = await studio.post<{ secret: string }>("/api/tokens", { name: "hook", scopes: ["webhooks"] });
  const program = studioClient({ url: studio.base, token: secret });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await program.addWebhook({ url, events: ["stop"], project });
  let place = 0;
  const send = (kind: string, body: unknown, server = studio) =>
    server.post(`${path}/events`, {
      events: [{ id: crypto.randomUUID(), kind, at: "2026-01-31T12:00:00.000Z", body }],
    });
  const answer = async (count: number, from: "best" | "check", server = studio) => {
    for (let i = 0; i < count; i++) {
      const item = (place++ * 37) % truth.length;
      const asked = from === "best" ? { from } : { from, predicted: truth[item] };
      await send("answer", { item, to: truth[item], was: null, asked }, server);
    }
  };
  await send("settings", { targetError: 0.2 });
  await answer(30, "best");
  await answer(10, "check"); // too few to promise 20 %
  await studio.get(`${path}/model`);
  expect(heard).toEqual([]);
  await answer(20, "check");
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({ event: "stop", target: 0.2 });
  expect(heard[0].bound).toBeLessThanOrEqual(0.2);
  for (const server of [studio, other]) {
    await answer(3, "check", server);
    await server.get(`${path}/model`);
    await new Promise((done) => setTimeout(done, 300));
    expect(heard).toHaveLength(1);
  }
});
