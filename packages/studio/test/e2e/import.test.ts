// Files are read in a thread of their own: the server answers meanwhile, tells how far it is, and a cancelled import
// leaves nothing behind.
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

const row = (i: number) => `${i},${i % 97},"some words, of row ${i}",${i % 2 ? "yes" : "no"}\n`;
/** Reading this takes long enough to be caught at it. */
const large = `a,b,text,label\n${Array.from({ length: 250_000 }, (_, i) => row(i)).join("")}`;

/** An upload under way: its id, and what the server says about it. */
function begin(name: string, body: BodyInit, signal?: AbortSignal) {
  const id = crypto.randomUUID();
  let settled = false;
  const answer = studio
    .raw(`/api/imports?name=${name}&id=${id}`, { method: "POST", body, ...(signal ? { signal } : {}) })
    .finally(() => {
      settled = true;
    });
  answer.catch(() => {});
  return { id, answer, isSettled: () => settled };
}

/** Waits until the server says that an import is at a stage; returns all stages that it named. */
async function waitForStage(id: string, wanted: string): Promise<string[]> {
  const stages: string[] = [];
  for (;;) {
    const live = await studio.raw(`/api/imports/${id}/live`);
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      heard += part.value;
      stages.splice(0, stages.length, ...[...heard.matchAll(/"stage":"(\w+)"/g)].map(([, stage]) => stage));
      if (stages.includes(wanted)) {
        await reader?.cancel();
        return stages;
      }
    }
    // Not begun yet, or over; in the second case the test fails at its time limit.
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function expectNoTrace(id: string): Promise<void> {
  expect((await studio.raw(`/api/imports/${id}`)).status).toBe(404);
  expect(readdirSync(join(studio.dataDir, "uploads"))).toEqual([]);
  expect(await studio.get("/api/projects")).toEqual([]);
}

describe("while a large file is read", () => {
  test("other requests are answered", async () => {
    const { id, answer, isSettled } = begin("large.csv", large);
    await waitForStage(id, "reading");
    expect(await studio.get("/api/projects")).toEqual([]);
    expect(isSettled()).toBe(false);
    expect((await answer).status).toBe(200);
    const look = studio.raw(`/api/imports/${id}`);
    await waitForStage(id, "looking");
    expect(await studio.get("/api/projects")).toEqual([]);
    await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
    expect((await look).status).toBe(409);
    await expectNoTrace(id);
  });
  test("a cancel ends it, and nothing of it stays", async () => {
    const { id, answer } = begin("large.csv", large);
    await waitForStage(id, "reading");
    await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
    const rejected = await answer;
    expect(rejected.status).toBe(409);
    expect(await rejected.json()).toEqual({ code: "cancelled", message: "the import was cancelled" });
    await expectNoTrace(id);
  });
  test("a page that goes away ends it too", async () => {
    const gone = new AbortController();
    const { id, answer } = begin("large.csv", large, gone.signal);
    await waitForStage(id, "reading");
    gone.abort();
    await expect(answer).rejects.toThrow();
    await waitForStage(id, "ended");
    while (readdirSync(join(studio.dataDir, "uploads")).length > 0) await new Promise((done) => setTimeout(done, 20));
    await expectNoTrace(id);
  });
  test("a cancel ends the preparation of the project", async () => {
    const { id, answer } = begin("large.csv", large);
    await answer;
    const making = studio.raw(`/api/imports/${id}/project`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        title: "t",
        label: "label",
        classes: ["no", "yes"],
        roles: {},
        pixels: null,
        keepLabels: true,
        dropDuplicates: true,
      }),
    });
    await waitForStage(id, "preparing");
    await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
    expect((await making).status).toBe(409);
    await expectNoTrace(id);
  });
});

test("an archive says that it is unpacked; a Parquet file can be cancelled at any moment", async () => {
  const bytes = new TextEncoder().encode("words ".repeat(50));
  const texts = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i % 2 ? "a" : "b"}/${i}.txt`, bytes]));
  const { id, answer } = begin("texts.zip", new Uint8Array(zipSync(texts, { level: 0 })));
  expect(await waitForStage(id, "unpacking")).toContain("unpacking");
  expect((await answer).status).toBe(200);
  await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
  const data = Array.from({ length: 200_000 }, (_, i) => i / 7);
  const parquet = parquetWriteBuffer({ columnData: [{ name: "x", data, type: "DOUBLE" }] });
  for (let moment = 0; moment < 6; moment++) {
    const { id, answer } = begin("x.parquet", new Uint8Array(parquet));
    await waitForStage(id, "reading");
    await new Promise((done) => setTimeout(done, moment * 30));
    await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
    expect([200, 409]).toContain((await answer).status);
    await expectNoTrace(id);
  }
});

test("an id is taken once at a time and must be an id", async () => {
  const { id, answer } = begin("large.csv", large);
  await waitForStage(id, "receiving");
  const again = await studio.raw(`/api/imports?name=a.csv&id=${id}`, { method: "POST", body: "a,b\n1,2\n" });
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, "conflict"]);
  await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
  await answer;
  const odd = await studio.raw("/api/imports?name=a.csv&id=../../x", { method: "POST", body: "a,b\n1,2\n" });
  expect(odd.status).toBe(400);
});

describe("an upload that is rejected early", () => {
  /** Larger than what the system keeps between sender and receiver. */
  const huge = "x".repeat(48 * 2 ** 20);
  test.each([
    ["for its id", "/api/imports?name=a.csv&id=../../x", {}, 400],
    ["without a name", "/api/imports", {}, 400],
    ["without a session", "/api/imports?name=a.csv", { cookie: "" }, 401],
    ["from another origin", "/api/imports?name=a.csv", { origin: "http://evil.example" }, 403],
    ["at an address that does not exist", "/api/nothing", { "content-type": "application/json" }, 404],
    ["as JSON that is too large", "/api/demos", { "content-type": "application/json" }, 413],
    ["as another type", "/api/demos", { "content-type": "text/plain" }, 415],
  ])("%s, hears why, whatever is still on its way", async (_, path, headers, status) => {
    for (let i = 0; i < 3; i++) {
      const answer = await sendWhole(path, headers, huge);
      expect([answer.status, answer.sent]).toEqual([status, true]);
      expect(JSON.parse(answer.text)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    }
  });
  test("by a cancel in the middle, hears so", async () => {
    for (let i = 0; i < 3; i++) {
      const id = crypto.randomUUID();
      const answer = sendWhole(`/api/imports?name=a.csv&id=${id}`, {}, huge);
      await waitForStage(id, "receiving");
      await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
      expect([200, 409]).toContain((await answer).status);
      await studio.raw(`/api/imports/${id}`, { method: "DELETE" });
    }
  });

  /** Sends all of a body, as browsers do, and only then looks for the answer. */
  function sendWhole(path: string, headers: Record<string, string>, body: string) {
    return new Promise<{ status: number; text: string; sent: boolean }>((done, failed) => {
      const all = { cookie: studio.cookie, origin: studio.base, "content-length": String(body.length), ...headers };
      const sending = request(studio.base + path, { method: "POST", headers: all, agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("error", failed);
        response.on("end", () => done({ status: response.statusCode ?? 0, text, sent: sending.writableFinished }));
      });
      sending.on("error", failed);
      sending.end(body);
    });
  }
});
