import type { Outcome, StoredBlob } from "@xpal/store";
import { describe, expect, test } from "vitest";
import { environmentOf, OpenSession } from "../../../../src/run/store/sessions.ts";

/** Blobs in memory. */
function memory() {
  const kept = new Map<string, Outcome>();
  return {
    put: async (key: string, value: Outcome) => void kept.set(key, value),
    async *list(prefix = ""): AsyncIterable<StoredBlob> {
      for (const [key, value] of kept) if (key.startsWith(prefix)) yield { key, value };
    },
  };
}

const about = { version: "1", node: "v1", machine: "a test", threads: 2 };
const begin = Date.parse("2026-01-01T00:00:00.000Z");

function session(blobs: ReturnType<typeof memory>, owner: string, from: number, more: Partial<typeof about> = {}) {
  let seconds = from;
  const now = () => begin + seconds * 1000;
  const open = new OpenSession(blobs, { plan: "p", owner, about: { ...about, ...more }, now });
  return {
    open,
    at: (later: number) => {
      seconds = later;
    },
  };
}

describe("how long a plan took", () => {
  test("counts the time of a runner that was stopped before the one that went on and finished", async () => {
    const blobs = memory();
    const stopped = session(blobs, "one", 0);
    stopped.at(100);
    await stopped.open.end({ finished: false });
    expect(await environmentOf(blobs, "p")).toMatchObject({ seconds: 100, finishedAt: "" });
    const resumed = session(blobs, "one", 1000); // the same owner again, after a pause
    resumed.at(1030);
    await resumed.open.end({ finished: true });
    const all = { ...about, seconds: 130, finishedAt: "2026-01-01T00:17:10.000Z" };
    expect(await environmentOf(blobs, "p")).toMatchObject(all);
  });

  test("counts a runner that was killed up to when it was last heard of", async () => {
    const blobs = memory();
    const killed = session(blobs, "one", 0);
    killed.at(50);
    killed.open.seen(1);
    killed.at(51);
    killed.open.seen(2); // too soon to be written
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await environmentOf(blobs, "p"))?.seconds).toBe(51);
  });

  test("counts the time that two runners spend side by side once", async () => {
    const blobs = memory();
    const [one, two] = [session(blobs, "one", 0), session(blobs, "two", 60)];
    one.at(100);
    await one.open.end({ finished: true });
    two.at(110);
    await two.open.end({ finished: true });
    expect((await environmentOf(blobs, "p"))?.seconds).toBe(110);
  });

  test("is not known of a plan without sessions, and a session that is none is rejected", async () => {
    const blobs = memory();
    expect(await environmentOf(blobs, "p")).toBeUndefined();
    await blobs.put("session/p/other", { ...about, finishedAt: "yesterday" });
    await expect(environmentOf(blobs, "p")).rejects.toThrow(/a session, startedAt, must be as xpal writes it/);
  });
});

describe("where a plan ran", () => {
  /** A session from one second to another that did so many runs. */
  async function worked(blobs: ReturnType<typeof memory>, [from, to, runs]: number[], more: Partial<typeof about>) {
    const one = session(blobs, `from ${from}`, from, more);
    one.at(to);
    one.open.seen(runs);
    await one.open.end({ finished: true });
  }

  test("was told of the last session only: machine and threads of the others were lost", async () => {
    const blobs = memory();
    await worked(blobs, [0, 100, 12], { machine: "a server", threads: 8 });
    await worked(blobs, [200, 260, 6], {});
    const found = await environmentOf(blobs, "p");
    expect(found).toMatchObject({ ...about, seconds: 160 });
    expect(found?.sessions).toEqual([
      { ...about, machine: "a server", threads: 8, seconds: 100, runs: 12 },
      { ...about, seconds: 60, runs: 6 },
    ]);
  });

  test("was told of a session that found all runs done and only drew the report again", async () => {
    const blobs = memory();
    await worked(blobs, [0, 100, 12], { machine: "a server", threads: 8 });
    await worked(blobs, [200, 201, 0], {});
    const found = await environmentOf(blobs, "p");
    expect(found).toMatchObject({ machine: "a server", threads: 8, finishedAt: "2026-01-01T00:03:21.000Z" });
    expect(found?.sessions).toHaveLength(1);
  });

  test("is told of the session that found all runs done where no other was kept", async () => {
    const blobs = memory();
    await worked(blobs, [0, 1, 0], {});
    expect((await environmentOf(blobs, "p"))?.sessions).toEqual([{ ...about, seconds: 1, runs: 0 }]);
  });

  test("does not say how many runs a killed session did: some came after it was last heard of", async () => {
    const blobs = memory();
    const killed = session(blobs, "one", 0);
    killed.at(50);
    killed.open.seen(3);
    await expect.poll(async () => (await environmentOf(blobs, "p"))?.sessions).toEqual([{ ...about, seconds: 50 }]);
  });
});
