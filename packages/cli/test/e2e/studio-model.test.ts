// A model that the studio exported is one that `xpal predict` reads, and the labels of a file give both the same model.
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

/** A studio of its own folder with the project that a file becomes. */
async function studioWith(name: string, csv: string, choice: object) {
  const studio = await startStudio({ port: 0, ...(await placeOf(join(folder, `${name}-data`))) });
  const base = `http://127.0.0.1:${studio.port}`;
  const entered = await fetch(studio.url, { redirect: "manual" });
  const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "", origin: base };
  const get = async (path: string) => (await fetch(base + path, { headers })).json();
  const post = async (path: string, body: unknown) => {
    const json = { ...headers, "content-type": "application/json" };
    return (await fetch(base + path, { method: "POST", headers: json, body: JSON.stringify(body) })).json();
  };
  const sent = await fetch(`${base}/api/imports?name=${name}.csv`, { method: "POST", headers, body: csv });
  const { import: id } = (await sent.json()) as { import: string };
  const common = { title: name, roles: {}, pixels: null, dropDuplicates: false };
  const { project } = await post(`/api/imports/${id}/project`, { ...common, ...choice });
  const path = `/api/projects/${project}`;
  return {
    get: (rest: string) => get(path + rest),
    post: (rest: string, body: unknown) => post(path + rest, body),
    studio,
  };
}

/** What `xpal predict WORDS --json` says of each row. */
function predictions(...words: string[]): { class: string; probability: number }[] {
  const { code, out, err } = xpal(["predict", ...words, "--json"], { cwd: folder });
  expect(code, err).toBe(0);
  return JSON.parse(out).predictions;
}

test("xpal predict says of the studio's learned model what the studio says", async () => {
  const classes = ["near", "far"];
  const { get, post, studio } = await studioWith("clouds", csv, { label: null, classes, keepLabels: false });
  const items = [0, 1, 6, 9, 14, 17, 20, 33, 40, 51];
  const events = items.map((item) => {
    const body = { item, to: classes.indexOf(String(rows[item][2])), was: null };
    return { id: crypto.randomUUID(), kind: "answer", at: "2026-01-31T12:00:00.000Z", body };
  });
  await post("/events", { events });
  const { predicted, probability } = await get("/predictions");
  writeFileSync(join(folder, "clouds.model.json"), JSON.stringify(await get("/model-file")));
  writeFileSync(join(folder, "clouds.csv"), csv);
  await studio.close();

  predictions("clouds.model.json", "clouds.csv").forEach((prediction, item) => {
    if (items.includes(item)) return; // the studio judges labelled items by the others
    expect(prediction.class).toBe(classes[predicted[item]]);
    expect(Math.abs(prediction.probability - probability[item])).toBeLessThan(6e-5);
  });
});

test("a file whose labels are sorted by class gives the command and the studio the same model", async () => {
  const sorted = [...rows].sort(([, , a], [, , b]) => String(b).localeCompare(String(a)));
  const labelled = sorted.map((_, i) => i % 3 !== 0);
  const lines = sorted.map(([x, y, kind], i) => `${x},${y},${labelled[i] ? kind : ""}`);
  const text = `x,y,kind\n${lines.join("\n")}\n`;
  writeFileSync(join(folder, "sorted.csv"), text);
  const { get, studio } = await studioWith("sorted", text, {
    label: "kind",
    classes: ["near", "far"],
    keepLabels: true,
  });
  const { project } = await get("");
  const { predicted, probability } = await get("/predictions");
  await studio.close();

  const items = sorted.flatMap((_, i) => (labelled[i] ? [] : [i]));
  const told = predictions("sorted.csv", "--label", "kind");
  expect(told).toHaveLength(items.length);
  told.forEach((prediction, k) => {
    expect(prediction.class).toBe(project.classes[predicted[items[k]]]);
    expect(Math.abs(prediction.probability - probability[items[k]])).toBeLessThan(6e-5);
  });
});
