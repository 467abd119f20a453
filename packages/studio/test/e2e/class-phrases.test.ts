// Phrases of classes through the import: the project's model predicts by them before the first answer.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

const TEXTS = [
  "The app crashes when I open the settings page",
  "How do I change my password?",
  "Crash on start after the last update",
  "Where can I find my invoices?",
  "An error is shown when I save a photo",
  "Is there a way to export my photos?",
];

async function imported(phrases: Record<string, string>) {
  const csv = `id,message\n${TEXTS.map((text, i) => `${i},${text}\n`).join("")}`;
  const { import: id } = (await (await studio.upload("tickets.csv", csv)).json()) as { import: string };
  await studio.get(`/api/imports/${id}`);
  const choice = { title: "tickets", label: null, classes: ["bug", "question"], roles: {}, pixels: null };
  return studio.raw(`/api/imports/${id}/project`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...choice, keepLabels: true, dropDuplicates: false, phrases }),
  });
}

test("a project with phrases for its classes predicts before the first answer", async () => {
  const made = await imported({ bug: "something crashes or shows an error", question: "how can I do something" });
  const { project } = (await made.json()) as { project: string };
  const { predicted } = await studio.get<{ predicted: number[] }>(`/api/projects/${project}/predictions`);
  expect(predicted).toHaveLength(6);
  const [bug, question] = predicted;
  expect(bug).not.toEqual(question);
  expect(predicted).toEqual([bug, question, bug, question, bug, question]);
});

test("a phrase of an unknown class is rejected in a sentence", async () => {
  const made = await imported({ bugs: "crashes" });
  expect(made.status).toBe(400);
  expect(await made.text()).toContain("must be one of bug, question");
});
