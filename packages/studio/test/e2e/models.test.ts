// Which model learns: the learned kernel by default, the paper's by choice; switching, moving and exporting keep what they say.
import { Learner, type LearnerJSON } from "@xpal/core";
import { applyRecipe, bundled, recipeFromJSON } from "@xpal/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

interface Next {
  readonly suggestions: readonly { readonly item: number; readonly from: string }[];
}
interface Look {
  readonly learned: { readonly labels: number; readonly scales: readonly { readonly share: number }[] } | null;
  readonly near: readonly { readonly item: number }[];
}
interface Predictions {
  readonly predicted: readonly number[];
  readonly probability: readonly number[];
}

const LABELS = 14;
let studio: TestStudio;
let project: string;
let truth: number[];

beforeAll(async () => {
  const { values } = (await bundled("wine")).columns.find(({ name }) => name === "class") ?? expect.unreachable();
  const names = Array.from(values as ArrayLike<unknown>, String);
  studio = await testStudio();
  project = (await studio.post<{ project: string }>("/api/demos", { name: "wine" })).project;
  const { project: info } = await studio.get<{ project: { classes: string[] } }>(path(""));
  truth = names.map((name) => info.classes.indexOf(name));
  for (let i = 0; i < LABELS; i++) {
    const { suggestions } = await studio.get<Next>(path("/next?count=1"));
    await studio.post(path("/events"), { events: [answerEvent(suggestions[0].item, truth[suggestions[0].item])] });
  }
});
afterAll(() => studio?.stop());

function path(rest: string, id = project): string {
  return `/api/projects/${id}${rest}`;
}

/** All that a model says at some labels. */
async function said(of: TestStudio, id = project) {
  const next = await of.get<Next>(path("/next?count=8", id));
  const look = await of.get<Look>(path(`/look?item=${next.suggestions[0].item}`, id));
  const { predicted, probability } = await of.get<Predictions>(path("/predictions", id));
  return { suggestions: next.suggestions, look: { ...look, sequence: 0 }, predicted, probability };
}

async function choose(model: string): Promise<void> {
  const event = { id: crypto.randomUUID(), kind: "settings", at: "2026-01-31T12:00:00.000Z", body: { model } };
  await studio.post(path("/events"), { events: [event] });
}

test("the OpenAPI document tells of the model, what it learned and the downloads", async () => {
  const { paths } = await studio.get<{ paths: Record<string, unknown> }>("/api/openapi.json");
  for (const path of ["export/{format}", "model-file", "file"]) {
    expect(Object.keys(paths)).toContain(`/api/projects/{project}/${path}`);
  }
  const said = JSON.stringify(paths);
  for (const name of ["learn", "learned", "localities"]) expect(said).toContain(`"${name}"`);
});

test("a new project learns what counts as similar, and says what it has learned", async () => {
  const { project: info } = await studio.get<{ project: { model: string } }>(path(""));
  expect(info.model).toBe("learn");
  const { learned } = (await said(studio)).look;
  expect(learned?.labels).toBe(LABELS);
  expect(learned?.scales.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
});

test("the model can be changed and changed back, and says the same again", async () => {
  const before = await said(studio);
  await choose("paper");
  const paper = await said(studio);
  expect(paper.look.learned).toBeNull();
  expect(paper.probability).not.toEqual(before.probability);
  await choose("learn");
  expect(await said(studio)).toEqual(before);
});

test("an answer that was changed and taken back leaves no trace in what the model has learned", async () => {
  const before = await said(studio);
  const { events } = await studio.get<{ events: { id: string; body: { item: number; to: number } }[] }>(path(""));
  const { id, body } = events.filter(({ body }) => body.item !== undefined)[2];
  const changed = answerEvent(body.item, (body.to + 1) % 3, id);
  await studio.post(path("/events"), { events: [changed] });
  expect((await said(studio)).probability).not.toEqual(before.probability);
  const undo = { id: crypto.randomUUID(), kind: "undo", at: "2026-01-31T12:00:00.000Z", body: { of: changed.id } };
  await studio.post(path("/events"), { events: [undo] });
  expect(await said(studio)).toEqual(before);
});

test("a project file opens elsewhere with the same next suggestions and predictions", async () => {
  const file = new Uint8Array(await (await studio.raw(path("/file"))).arrayBuffer());
  const other = await testStudio();
  const { project: there } = (await (await other.upload("wine.xpal", file)).json()) as { project: string };
  expect(await said(other, there)).toEqual(await said(studio));
  await other.stop();
});

test.each([
  ["learn", "all items, since views and metrics are those of the whole pool"],
  ["paper", "the labelled items"],
])("the exported %s model has %s and predicts as the studio does", async (kind) => {
  await choose(kind);
  const { predicted, probability } = await studio.get<Predictions>(path("/predictions"));
  const file = await studio.get<{ recipe: unknown; learner: LearnerJSON }>(path("/model-file"));
  const table = await bundled("wine");
  expect(file.learner.features.rows).toBe(kind === "paper" ? LABELS : table.rows);
  const learner = await Learner.fromJSON(file.learner);
  const { features } = applyRecipe({ ...recipeFromJSON(file.recipe), label: null }, table);
  const { cols, data } = await learner.probabilities(features);
  const { events } = await studio.get<{ events: { body: { item?: number } }[] }>(path(""));
  const answered = new Set(events.map(({ body }) => body.item)); // the studio judges these by the others
  predicted.forEach((y, item) => {
    if (!answered.has(item)) expect(Math.abs(data[item * cols + y] - probability[item])).toBeLessThan(6e-5);
  });
  await learner.close();
  await choose("learn");
});
