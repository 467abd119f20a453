// Program or person: whom an item is put to follows from what an answer is expected to gain, its price and its time.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProgramInfo, ProgramRequest } from "../../src/protocol/program.ts";
import { type TestStudio, testStudio } from "./client.ts";
import { type StandIn, startStandIn } from "./stand-in-program.ts";

const COUNT = 80;
const SECONDS = 9;
const truth = (item: number) => item % 2;
const textOf = (item: number) => (truth(item) === 0 ? `crash of the app number ${item}` : `how to do thing ${item}`);
const CSV = `text\n${Array.from({ length: COUNT }, (_, item) => textOf(item)).join("\n")}\n`;
const right = (text: string) => ({ said: text.includes("crash") ? "bug" : "question" });

let studio: TestStudio;
let standIn: StandIn;
let project: string;
const path = (rest: string) => `/api/projects/${project}${rest}`;

/** Lets it answer; resolves when it has ended. */
async function run(more: Partial<ProgramRequest>): Promise<ProgramInfo> {
  const request = { endpoint: standIn.endpoint, model: "stand-in", count: 8, ...more };
  let info = await studio.post<ProgramInfo>(path("/program"), request);
  const state = async () => {
    info = await studio.get<ProgramInfo>(path("/program"));
    return info.state;
  };
  await expect.poll(state).not.toBe("working");
  return info;
}

beforeAll(async () => {
  standIn = await startStandIn(right);
  studio = await testStudio();
});
afterAll(async () => {
  await studio?.stop();
  await standIn?.stop();
});

describe("of a program and a person", () => {
  /** A project in which one person has answered thirty items, at nine seconds each: at 20 an hour, 0.05. */
  async function answered(): Promise<void> {
    const brought = (await (await studio.upload("tickets.csv", CSV)).json()) as { import: string };
    const choice = { title: "tickets", label: null, classes: ["bug", "question"], roles: { text: "text" } };
    const made = { ...choice, pixels: null, keepLabels: false, dropDuplicates: false };
    ({ project } = await studio.post<{ project: string }>(`/api/imports/${brought.import}/project`, made));
    const events = Array.from({ length: 30 }, (_, item) => ({
      ...{ id: randomUUID(), kind: "answer", at: new Date().toISOString() },
      body: { item, to: truth(item), was: null, seconds: SECONDS, asked: { from: "best" }, by: "Ann" },
    }));
    await studio.post(path("/events"), { events });
    standIn.reply = right;
  }

  test("the program is asked where it is cheap and right, and the page is told what that saved", async () => {
    await answered();
    const info = await run({ price: { sent: 1, received: 1 } }); // 102 tokens: 0.0001
    expect(info).toMatchObject({ state: "done", asked: 8, answered: 8, choose: true });
    expect(info.answerCost.person).toBeCloseTo(0.05, 12);
    expect(info.answerCost.program).toBeGreaterThanOrEqual(0.0025); // no less than a twentieth
    expect(info.savedCost).toBeCloseTo(8 * (0.05 - (info.answerCost.program as number)), 12);
    expect(info.savedSeconds).toBe(8 * SECONDS);
    expect(info.rightPerClass.map(({ asked, right: good }) => [asked > 0, good === asked])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  test("the same program at a price above a person's is asked about nothing: all is left to people", async () => {
    await answered();
    const before = standIn.asked.length;
    const info = await run({ price: { sent: 1000, received: 1000 } }); // 102 tokens: 0.1
    expect(info).toMatchObject({ state: "done", failure: null, asked: 0, answered: 0 });
    expect(info.answerCost.program).toBeGreaterThan(0.1);
    expect(info.left).toBeGreaterThan(20);
    expect(standIn.asked.length - before).toBe(20); // items of the person alone
    const again = await run({ price: { sent: 1000, received: 1000 }, choose: false });
    expect(again).toMatchObject({ asked: 8, answered: 8, choose: false, left: 0 });
  });

  test("the same program is not asked when it is slower than the time of a person is worth", async () => {
    await answered();
    standIn.reply = (text) => ({ ...right(text), delayMs: 250 });
    // At 2,000 an hour the wait alone is 0.03 and more, and a label costs 0.01.
    const settings = { id: randomUUID(), kind: "settings", at: new Date().toISOString(), body: { labelCost: 0.01 } };
    await studio.post(path("/events"), { events: [settings] });
    const info = await run({ hour: 2000 });
    expect(info).toMatchObject({ state: "done", asked: 0 });
    expect(info.answerCost.program).toBeGreaterThan(0.03);
    expect(info.answerCost.person).toBe(0.01);
  });

  test("a program that always says the same is asked about nothing, however cheap it may be", async () => {
    await answered();
    standIn.reply = () => ({ said: "bug" });
    const info = await run({ evenIfPoor: true });
    expect(info).toMatchObject({ state: "done", asked: 0 });
    expect(info.rightPerClass.map(({ share }) => share?.value)).toEqual([1, 0]);
  });

  test("a program that was right in a third of the items of people got all others: it stops below 60 %, and asks", async () => {
    await answered();
    standIn.reply = (text) =>
      Number(/\d+/.exec(text)?.[0]) % 3 === 0 ? right(text) : { said: right(text).said === "bug" ? "question" : "bug" };
    const info = await run({ choose: false });
    expect(info).toMatchObject({ state: "poor", asked: 0, answered: 0, failure: null });
    expect(info.right.share?.value).toBeLessThan(0.6);
    expect(await run({ choose: false, evenIfPoor: true })).toMatchObject({ state: "done", asked: 8, answered: 8 });
  });

  test("a program of which nothing is known yet is asked as before", async () => {
    const brought = (await (await studio.upload("tickets.csv", CSV)).json()) as { import: string };
    const choice = { title: "new", label: null, classes: ["bug", "question"], roles: { text: "text" }, pixels: null };
    const made = { ...choice, keepLabels: false, dropDuplicates: false };
    ({ project } = await studio.post<{ project: string }>(`/api/imports/${brought.import}/project`, made));
    expect(await run({})).toMatchObject({ state: "done", asked: 8, answered: 8, left: 0 });
  });

  test("a server that takes longer than it may is given up in one sentence, and nothing is answered", async () => {
    await answered();
    standIn.reply = (text) => ({ ...right(text), delayMs: 2000 });
    const info = await run({ seconds: 0.2 });
    expect(info).toMatchObject({ state: "failed", asked: 0, answered: 0 });
    expect(info.failure).toMatch(/after 4 attempts it took longer than 200 ms/);
    standIn.reply = (text) => ({ ...right(text), delayMs: 200 });
    expect(await run({ seconds: 5, count: 4 })).toMatchObject({ state: "done", asked: 4, answered: 4 });
  });
});
