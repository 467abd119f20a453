// Three people on one project, one of whom errs: answers count by who gave them, exports carry both, and an item is asked again.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestStudio, testStudio } from "./client.ts";

const COUNT = 100;
/** The items from here on lie by themselves, all in one place: a new answer there would add to what is believed, not correct it. */
const APART = 60;
/** And so do these, elsewhere. */
const LONELY = 80;
const truth = (item: number) => (item < APART ? item % 2 : 0);
const rowOf = (item: number) =>
  item < APART ? `${truth(item) * 6 + ((item * 7) % 10) / 10},${((item * 13) % 11) / 11},` : placeOf(item);
const placeOf = (item: number) => (item < LONELY ? "20,0," : "40,9,");
const CSV = `x,y,kind\n${Array.from({ length: COUNT }, (_, item) => rowOf(item)).join("\n")}\n`;

let studio: TestStudio;
let project: string;
const path = (rest: string) => `/api/projects/${project}${rest}`;
const facts = new Map<number, string>();

/** Answers as a page gives them; a second one of an item is a further opinion. */
async function answer(by: string, item: number, to: number): Promise<void> {
  const id = randomUUID();
  const was = facts.get(item) ?? null;
  const asked = { from: was === null ? "best" : "second" };
  const event = { id, kind: "answer", at: new Date().toISOString(), body: { item, to, was, asked, by } };
  const { results } = await studio.post<{ results: { rejection: unknown }[] }>(path("/events"), { events: [event] });
  expect(results[0].rejection).toBeNull();
  facts.set(item, id);
}
/** What a reviewer says of an item in Review. */
async function decide(item: number, to: number): Promise<void> {
  const event = {
    id: randomUUID(),
    kind: "change",
    at: new Date().toISOString(),
    body: { items: [item], to, by: "Rita" },
  };
  await studio.post(path("/events"), { events: [event] });
}
const disputed = async () => (await studio.get<{ disputed: number }>(path("/agreement"))).disputed;
const set = (settings: object) =>
  studio.post(path("/events"), {
    events: [{ id: randomUUID(), kind: "settings", at: new Date().toISOString(), body: settings }],
  });
const rows = async () => {
  const text = await (await studio.raw(path("/export/jsonl?all=1"))).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

beforeAll(async () => {
  studio = await testStudio();
  const brought = (await (await studio.upload("two.csv", CSV)).json()) as { import: string };
  const choice = { title: "two", label: "kind", classes: ["a", "b"], roles: {}, pixels: null };
  const made = { ...choice, keepLabels: true, dropDuplicates: false };
  ({ project } = await studio.post<{ project: string }>(`/api/imports/${brought.import}/project`, made));
});
afterAll(() => studio?.stop());

describe("answers of several people", () => {
  test("count as they were given at first, and exports have no columns of their own for it", async () => {
    await answer("Ann", 0, truth(0));
    await answer("Ann", 1, truth(1));
    for (const row of await rows()) expect(row).not.toHaveProperty("combined_label");
  });

  test("count by who gave them once a reviewer has decided ten disputes; raw answers stay", async () => {
    for (let item = 2; item < 32; item++) await answer("Ann", item, truth(item));
    for (let item = 0; item < 25; item++) await answer("Ben", item, truth(item));
    // Eve errs in two of five; hers is the last answer to each of these items.
    for (let item = 0; item < 25; item++) await answer("Eve", item, item % 5 < 2 ? 1 - truth(item) : truth(item));
    await answer("Eve", 40, 1 - truth(40));
    for (const row of await rows()) expect(row).not.toHaveProperty("combined_label");
    for (let item = 45; item < 55; item++) {
      await answer("Ann", item, truth(item));
      await answer("Eve", item, 1 - truth(item));
      await decide(item, truth(item));
    }
    const exported = await rows();
    const classes = ["a", "b"];
    expect(exported[5].kind).toBe(classes[1 - truth(5)]); // item 5: Eve was wrong, and her answer is kept
    expect(exported[5].combined_label).toBe(classes[truth(5)]);
    expect(exported[40].kind).toBe(classes[1 - truth(40)]);
    expect(exported[40].combined_probability).toBeLessThan(0.85);
    expect(exported[30].combined_probability as number).toBeGreaterThan(exported[40].combined_probability as number);
    expect(exported[70].combined_label).toBeNull();
    const { predicted } = await studio.get<{ predicted: number[] }>(path("/predictions?usefulness=0"));
    const wrong = predicted.filter((to, item) => item < APART && to !== truth(item)).length;
    expect(wrong).toBe(0);
  });

  test("lead to an item of Eve's being asked of somebody more reliable where that is worth more than a new one", async () => {
    await answer("Eve", APART, 1 - truth(APART)); // all that is known of the items that lie apart
    const ask = async () => (await studio.get<{ item: number | null }>(path("/second?window=ann-window&by=Ann"))).item;
    await expect.poll(ask).toBe(APART);
    await answer("Ann", APART, truth(APART));
    expect((await rows())[APART].combined_label).toBe(["a", "b"][truth(APART)]);
  });

  test("that differ are asked of a third person where that is worth more than a new item, and a reviewer decides", async () => {
    const before = await disputed();
    await answer("Ann", LONELY, 0); // Ann and Ben, who are equally good, differ on all that is known of these items
    await answer("Ben", LONELY, 1);
    expect(await disputed()).toBe(before + 1);
    await studio.get(path("/second?window=ann-window&by=Ann"));
    for (let item = 0; item < 25; item++) await answer("Cay", item, truth(item));
    const ask = () => studio.get(path("/second?window=cay-window&by=Cay"));
    await expect.poll(ask).toEqual({ item: LONELY, opinions: 2 });
    expect(await studio.get(path("/second?window=ann-window&by=Ann"))).not.toMatchObject({ item: LONELY });
    await answer("Cay", LONELY, 1);
    expect((await rows())[LONELY].combined_label).toBe("b");
    expect(await disputed()).toBe(before + 1); // it stays with the reviewer
    await decide(LONELY, 0);
    expect(await disputed()).toBe(before);
    expect((await rows())[LONELY]).toMatchObject({ kind: "a", combined_label: "a", combined_probability: 1 });
    const next = () => studio.get<{ item: number | null }>(path("/second?window=dan-window&by=Dan"));
    expect((await next()).item).not.toBe(LONELY); // what was decided is asked of nobody
  });

  test("count as they were given when the setting is off", async () => {
    await set({ weighAnswers: false });
    for (const row of await rows()) expect(row).not.toHaveProperty("combined_label");
    expect(await studio.get(path("/second?window=ann-window-2&by=Ann"))).toEqual({ item: null });
    await set({ weighAnswers: true });
    expect((await rows())[5].combined_label).toBe(["a", "b"][truth(5)]);
  });
});
