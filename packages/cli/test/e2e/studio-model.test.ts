// A model that the studio exported is one that `xpal predict` reads.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStudio } from "@xpal/studio";
import { afterAll, expect, test } from "vitest";
import { placeOf } from "../../../store/test/folder-store.mjs";
import { xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-model-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two clouds that differ in how close together their items lie. */
const rows = Array.from({ length: 60 }, (_, i) => {
  const [x, y] = [Math.sin(7 * i), Math.cos(11 * i)];
  return i % 2 === 0 ? [x / 4, y / 4, "near"] : [2 + 3 * x, 2 + 3 * y, "far"];
});
const csv = `x,y\n${rows.map(([x, y]) => `${x},${y}`).join("\n")}\n`;

test("xpal predict says of the studio's adaptive model what the studio says", async () => {
  const studio = await startStudio({ port: 0, ...(await placeOf(join(folder, "data"))) });
  const base = `http://127.0.0.1:${studio.port}`;
  const entered = await fetch(studio.url, { redirect: "manual" });
  const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "", origin: base };
  const get = async (path: string) => (await fetch(base + path, { headers })).json();
  const post = async (path: string, body: unknown) => {
    const json = { ...headers, "content-type": "application/json" };
    return (await fetch(base + path, { method: "POST", headers: json, body: JSON.stringify(body) })).json();
  };
  const sent = await fetch(`${base}/api/imports?name=clouds.csv`, { method: "POST", headers, body: csv });
  const { import: id } = (await sent.json()) as { import: string };
  const classes = ["near", "far"];
  const choice = { title: "clouds", label: null, classes, roles: {}, pixels: null, keepLabels: false };
  const { project } = await post(`/api/imports/${id}/project`, { ...choice, dropDuplicates: false });
  const items = [0, 1, 6, 9, 14, 17, 20, 33, 40, 51];
  const events = items.map((item) => {
    const body = { item, to: classes.indexOf(String(rows[item][2])), was: null };
    return { id: crypto.randomUUID(), kind: "answer", at: "2026-01-31T12:00:00.000Z", body };
  });
  await post(`/api/projects/${project}/events`, { events });
  const { predicted, probability } = await get(`/api/projects/${project}/predictions`);
  writeFileSync(join(folder, "clouds.model.json"), JSON.stringify(await get(`/api/projects/${project}/model-file`)));
  writeFileSync(join(folder, "clouds.csv"), csv);
  await studio.close();

  const { code, out, err } = xpal(["predict", "clouds.model.json", "clouds.csv", "--json"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  const { predictions } = JSON.parse(out) as { predictions: { class: string; probability: number }[] };
  predictions.forEach((prediction, item) => {
    if (items.includes(item)) return; // the studio judges labelled items by the others
    expect(prediction.class).toBe(classes[predicted[item]]);
    expect(Math.abs(prediction.probability - probability[item])).toBeLessThan(6e-5);
  });
});
