// The queue on a real PostgreSQL server, with workers in this process: what they leave to others, what is set aside, what
// is cancelled, and what the servers reject.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plan, plannedRuns } from "@xpal/lab";
import { readPlans } from "@xpal/lab/internal";
import { onQueue, openQueue, type WorkOptions, work } from "@xpal/queue";
import { openStore, type Store } from "@xpal/store";
import { createPostgresBackend, Queue } from "bullmq";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../../../store/test/contract/postgres-server.ts";
import { queuePlan } from "./small-plan.ts";

const WORKER = fileURLToPath(new URL("./worker.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "xpal-queued-"));
let postgres: PostgresServer;
let url: string;
let store: Store;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  url = await postgres.database(`queue${count++}`);
  store = await openStore(url);
});
afterEach(() => store.close());

/** Two repetitions on a small dataset: two jobs. */
const small = (more: Partial<Parameters<typeof queuePlan>[0]> = {}) =>
  queuePlan({ repetitions: 2, rows: [40], budget: 5, ...more });

/** Puts a plan onto the queue without waiting for it. */
async function put(plan: Plan, { version = "0.1.0", tags = [] as string[] } = {}): Promise<string> {
  const stop = new AbortController();
  let key = "";
  const onEnqueued = (of: string) => {
    key = of;
    stop.abort();
  };
  const run = onQueue({ queue: url, tags, onEnqueued });
  const around = {
    store: store.runs,
    blobs: store.blobs,
    owner: "test",
    version,
    now: () => Date.now(),
    signal: stop.signal,
  };
  await expect(run(plan, around)).rejects.toMatchObject({ code: "cancelled" });
  return key;
}

/** A worker until nothing was to do for a second, and what it said. */
async function oneWorker(more: Partial<WorkOptions> = {}) {
  const said: string[] = [];
  const around = { queue: url, threads: 1, name: "one", now: () => Date.now(), version: "0.1.0", idleSeconds: 1 };
  const summary = await work({ ...around, say: (sentence) => said.push(sentence), ...more });
  return { ...summary, said: said.slice(1) };
}

/** Changes the messages of a plan's jobs, as somebody with access to the server could. */
async function tamper(key: string, change: (data: never) => unknown): Promise<void> {
  const queue = new Queue(
    `xpal-${key}`,
    { connection: { connectionString: url, schema: "xpal_queue" } },
    createPostgresBackend,
  );
  for (const job of await queue.getJobs(["waiting"])) await job.updateData(change(job.data as never));
  await queue.close();
}

async function status() {
  const view = await openQueue(url);
  try {
    return await view.status();
  } finally {
    await view.close();
  }
}

/** Looks until something is so, for two minutes at most. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 2400; looks++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("what was waited for did not happen");
}

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** A plan with a strategy module beside xPAL. */
function withModule(name: string, text: string, more: Partial<Parameters<typeof queuePlan>[0]> = {}): Plan {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 20);
  const plan = small({ title: name, ...more });
  const options = {};
  const own = { key: name, title: name, options, source: { kind: "module" as const, path, hash, options } };
  return { ...plan, strategies: [plan.strategies[0], own] };
}

const RANDOM = `import { matrixFrom } from "@xpal/core";
export default { name: "mine", scores: ({ candidates }) => Float64Array.from(candidates, (c) => matrixFrom([[c % 7]]).data[0]) };`;

describe("a worker", () => {
  test("does what is on the queue, from the data in the store, and leaves nothing there", async () => {
    const plan = small();
    const key = await put(plan);
    expect(await status()).toMatchObject([{ plan: key, waiting: 2, active: 0, setAside: 0, runs: 8, tags: [] }]);
    expect(await oneWorker()).toEqual({ done: 2, setAside: 0, said: [] });
    expect(await store.runs.keys({ prefix: "run/" })).toEqual(
      plannedRuns(plan)
        .map((run) => run.key)
        .sort(),
    );
    expect(await status()).toMatchObject([{ plan: key, waiting: 0, active: 0, setAside: 0 }]);
  });

  test("takes a dataset from a folder where it is whole, else from the store, and fills the folder", async () => {
    const data = join(folder, "data");
    await put(small());
    expect(await oneWorker({ data })).toMatchObject({ done: 2 });
    const [name] = readdirSync(data);
    expect(name).toMatch(/^[0-9a-f]{64}\.dataset$/);
    const whole = readFileSync(join(data, name));
    writeFileSync(join(data, name), whole.subarray(0, 100));
    await put(small({ repetitions: 3 }));
    expect(await oneWorker({ data })).toMatchObject({ done: 1, setAside: 0 });
    expect(readFileSync(join(data, name)).equals(whole)).toBe(true);
    await sql("delete from xpal.blob where key like 'dataset/%'");
    await put(small({ repetitions: 4 }));
    await sql("delete from xpal.blob where key like 'dataset/%'");
    expect(await oneWorker({ data })).toMatchObject({ done: 1, setAside: 0 });
  });

  test("leaves plans of another version, with other tags, or with code to others, and says so", async () => {
    const later = await put(small({ title: "Later" }), { version: "9.9.9" });
    const large = await put(small({ title: "Large", repetitions: 3 }), { tags: ["bigmem"] });
    const own = await put(withModule("own", RANDOM));
    const first = await oneWorker();
    expect(first).toMatchObject({ done: 0, setAside: 0 });
    expect(first.said.sort()).toEqual(
      [
        `plan ${later.slice(0, 8)} (Later) is for version 9.9.9 of xpal, and this worker has 0.1.0; its jobs are left to others`,
        `plan ${large.slice(0, 8)} (Large) asks for workers with --tags bigmem; its jobs are left to others`,
        `plan ${own.slice(0, 8)} (own) brings strategy modules, and this worker runs without --allow-code; its jobs are left to others`,
      ].sort(),
    );
    expect((await status()).map(({ waiting }) => waiting)).toEqual([2, 3, 2]);
    const second = await oneWorker({ tags: ["gpu", "bigmem"], allowCode: true });
    expect(second).toMatchObject({ done: 5, setAside: 0 });
    expect((await status()).map(({ waiting }) => waiting)).toEqual([2, 0, 0]);
    expect(await oneWorker({ version: "9.9.9" })).toMatchObject({ done: 2, setAside: 0 });
  });

  test("does not begin on a plan that its store does not know", async () => {
    const key = await put(small());
    const elsewhere = await postgres.database("elsewhere");
    const { done, said } = await oneWorker({ store: elsewhere });
    expect(done).toBe(0);
    expect(said).toEqual([
      `plan ${key.slice(0, 8)} (A test) is not in this worker's store; give it the same --store as the command that enqueued; its jobs are left to others`,
    ]);
  });

  test("sets jobs aside that were tampered with, each with its reason", async () => {
    type Message = { dataset: object; strategies: object[] };
    const changes: [string, (data: Message) => unknown][] = [
      [
        "must not have changed since it was enqueued",
        (data) => ({ ...data, dataset: { ...data.dataset, options: { budget: 6 } } }),
      ],
      [
        "must not have changed since it was enqueued",
        (data) => ({ ...data, dataset: { ...data.dataset, hash: "0".repeat(64) } }),
      ],
      ["repetitions must be at most 2, got 7", (data) => ({ ...data, repetitions: [1, 7] })],
      ["must be of plan", (data) => ({ ...data, plan: "0".repeat(20) })],
      ["must be one of its plan", (data) => ({ ...data, strategies: [{ ...data.strategies[0], key: "b" }] })],
      ["must fit its schema; it does not fit: unrecognized key", (data) => ({ ...data, shell: "rm" })],
      ["must fit its schema; it does not fit", () => "rm -rf"],
      ["must use version 1 of the queue's protocol, got 2", (data) => ({ ...data, protocol: 2 })],
      ["must be of version 0.1.0", (data) => ({ ...data, version: "0.0.9" })],
    ];
    const plans = new Map<string, string>();
    for (const [at, [reason, change]] of changes.entries()) {
      const key = await put(small({ title: String(at) }));
      await tamper(key, change);
      plans.set(key, reason);
    }
    plans.set(await put(withModule("sneaky", RANDOM)), "must not contain code");
    await sql(`update xpal_queue.job set data = replace(data::text, '"code": true', '"code": false')::jsonb`);
    const renamed = await put(small({ title: "renamed" }));
    const other = `replace(convert_from(outcome, 'utf8'), '"renamed"', '"another"')`;
    await sql(`update xpal.blob set outcome = convert_to(${other}, 'utf8') where key = 'plan/${renamed}'`);
    plans.set(renamed, "the plan of a job must have the key of its content");
    const spoilt = await put(small({ title: "spoilt" }));
    await sql(`update xpal.blob set outcome = '{}' where key = 'plan/${spoilt}'`);
    plans.set(spoilt, "must be as xpal writes it");
    expect(await oneWorker()).toMatchObject({ done: 0, setAside: 24 });
    expect(await store.runs.count({ prefix: "run/" })).toBe(0);
    for (const { plan, reasons, setAside } of await status()) {
      expect(setAside).toBe(2);
      expect(reasons[0].reason).toContain(plans.get(plan));
    }
  });

  test("sets a job aside whose data or module in the store are not what their hashes say", async () => {
    await put(small());
    const module = await put(withModule("swapped", RANDOM));
    await sql(
      "update xpal.blob set outcome = (select outcome from xpal.blob where key like 'module/%' limit 1) where key like 'dataset/%'",
    );
    await sql("update xpal.blob set outcome = 'export default 1' where key like 'module/%'");
    expect(await oneWorker({ allowCode: true })).toMatchObject({ done: 0, setAside: 4 });
    const plans = await status();
    expect(plans[0].reasons[0].reason).toContain("the dataset rows-40 must be whole");
    expect(plans.find(({ plan }) => plan === module)?.reasons[0].reason).toContain("must have the hash");
  });

  test("gives its job back when it is stopped in the middle, and when the store's disk is full", async () => {
    const key = await put(queuePlan({ repetitions: 4, rows: [300], budget: 200 }));
    const stop = new AbortController();
    const working = oneWorker({ signal: stop.signal, idleSeconds: 60 });
    await until(async () => (await status())[0].active > 0);
    stop.abort();
    await working;
    expect(await status()).toMatchObject([{ plan: key, waiting: 4, active: 0, setAside: 0 }]);
    await sql(`create function reject() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await sql("create trigger full_disk before insert on xpal.run for each row execute function reject()");
    await expect(oneWorker()).rejects.toThrow("runs.put: the server's disk is full; free some space");
    expect(await status()).toMatchObject([{ plan: key, waiting: 4, active: 0, setAside: 0 }]);
  });
});

describe("a plan on the queue", () => {
  test("with a strategy that fails is finished, the reason is kept, and retry tries again", async () => {
    const plan = withModule("unlucky", "export default { name: 'unlucky', scores() { throw new Error('no luck') } }");
    const key = await put(plan);
    expect(await oneWorker({ allowCode: true })).toMatchObject({ done: 0, setAside: 2 });
    expect(await store.runs.count({ prefix: "run/" })).toBe(2); // xPAL's
    const view = await openQueue(url);
    const { failures, finished } = await view.watch(undefined, url, { now: () => Date.now() });
    expect([finished, failures.length]).toEqual([0, 2]);
    expect(failures[0]).toMatchObject({ strategy: "unlucky", repetition: expect.any(Number) });
    expect(failures[0].sentence).toContain("no luck");
    expect(await view.retry(key.slice(0, 6))).toMatchObject({ setAside: 2 });
    expect(await view.status()).toMatchObject([{ waiting: 2, setAside: 0 }]);
    await view.close();
  });

  test("that was cancelled is left by its workers and by whoever watches", async () => {
    const plan = queuePlan({ repetitions: 8, rows: [300], budget: 200 });
    const around = { store: store.runs, blobs: store.blobs, owner: "test", version: "0.1.0", now: () => Date.now() };
    const watching = onQueue({ queue: url })(plan, around);
    watching.catch(() => {}); // awaited below
    await until(async () => (await status())[0]?.waiting === 8);
    const working = oneWorker({ lockMs: 2_000 });
    await until(async () => (await status())[0]?.active === 1);
    const view = await openQueue(url);
    const before = await view.cancel();
    expect(before.waiting + before.active).toBe(8);
    await expect(watching).rejects.toThrow("was cancelled with xpal queue cancel");
    expect((await working).done).toBeLessThanOrEqual(1); // the one it was at, if it was nearly done
    expect(await view.status()).toMatchObject([{ cancelled: true, waiting: 0, active: 0 }]);
    await view.cancel();
    expect(await view.status()).toEqual([]);
    await expect(view.cancel()).rejects.toThrow("queue: the queue must hold a plan, got");
    await view.close();
  });

  test("that the server lost is enqueued again by whoever watches", async () => {
    const plan = small();
    const around = { store: store.runs, blobs: store.blobs, owner: "test", version: "0.1.0", now: () => Date.now() };
    const watching = onQueue({ queue: url })(plan, around);
    watching.catch(() => {}); // awaited below
    await until(async () => (await status())[0]?.waiting === 2);
    await sql("delete from xpal_queue.job");
    await until(async () => (await status())[0]?.waiting === 2);
    const [result, worker] = await Promise.all([watching, oneWorker()]);
    expect([result.finished, result.failures]).toEqual([8, []]);
    expect(worker).toMatchObject({ done: 2, setAside: 0 });
    expect(await status()).toEqual([]);
  });

  test("whose job kills three workers is done but for that job", async () => {
    const poison = withModule(
      "poison",
      "export default { name: 'poison', scores() { process.kill(process.pid, 'SIGKILL'); } }",
      { repetitions: 1 },
    );
    const bad = await put(poison);
    await put(small());
    const options = { queue: url, name: "victim", version: "0.1.0", allowCode: true, lockMs: 2_000, idleSeconds: 8 };
    const endings: (string | null)[] = [];
    for (let lives = 0; lives < 6 && endings.at(-1) !== null; lives++) {
      const child = spawn(process.execPath, [WORKER, JSON.stringify(options)]);
      endings.push(await new Promise((resolve) => child.once("close", (_, signal) => resolve(signal))));
    }
    expect(endings).toEqual(["SIGKILL", "SIGKILL", "SIGKILL", null]);
    const plans = await status();
    const set = plans.find(({ plan }) => plan === bad);
    expect(set).toMatchObject({ waiting: 0, active: 0, setAside: 1 });
    expect(set?.reasons).toEqual([{ reason: "its worker died or fell silent 3 times", jobs: 1 }]);
    expect(plans.find(({ plan }) => plan !== bad)).toMatchObject({ waiting: 0, active: 0, setAside: 0 });
    const record = (await readPlans(store.blobs)).get(bad);
    expect(record?.title).toBe("poison");
  });
});

describe("a queue is rejected in one sentence, without its password,", () => {
  const rejected = async (address: string): Promise<string> => {
    const failure = await openQueue(address)
      .then((view) => view.status().finally(() => view.close()))
      .catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure.message).not.toContain("secret");
    expect(failure.message).not.toContain("\n");
    return failure.message;
  };
  test("if its address is invalid", async () => {
    expect(await rejected("mysql://user:secret@host/db")).toContain(
      '--queue must be postgres://user:password@host:port/database or redis://host:port, got "mysql://user:***@host/db"',
    );
    expect(await rejected("redis://:se/cret:secret@host:99999")).toContain("--queue must be");
  });
  test("if the login is wrong", async () => {
    const wrong = `postgres://tester:secret@127.0.0.1:${postgres.port}/postgres`;
    expect(await rejected(wrong)).toBe(
      `queue: --queue must carry a user and password that the server accepts, got postgres://tester:***@127.0.0.1:${postgres.port}/postgres`,
    );
  });
  test("if nobody answers, or the database is not there", async () => {
    expect(await rejected("postgres://tester:secret@127.0.0.1:1/x")).toBe(
      "queue: the server of the queue could not be reached at postgres://tester:***@127.0.0.1:1/x; start it, or check the address",
    );
    expect(await rejected("redis://:secret@127.0.0.1:1")).toContain(
      "could not be reached at redis://:***@127.0.0.1:1;",
    );
    expect(await rejected(url.replace(/queue\d+$/, "missing"))).toContain("must name a database that exists");
  });
  test("if it was made by a later version", async () => {
    await status();
    await sql("update xpal_queue.migration set min_client_version = 99");
    expect(await rejected(url)).toContain("was made by a later version; use a newer release of this program");
  });
  test("if its server has no room left", async () => {
    await status();
    await sql(`create function reject() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await sql("create trigger full_disk before insert on xpal_queue.job for each row execute function reject()");
    const around = { store: store.runs, blobs: store.blobs, owner: "test", version: "0.1.0", now: () => Date.now() };
    await expect(onQueue({ queue: url })(small(), around)).rejects.toThrow(
      "has no room left; free some disk or memory there",
    );
  });
  test("if the server does not speak TLS though the address asks for it", async () => {
    expect(await rejected(`${url}?sslmode=require`)).toContain("whose certificate can be verified");
  });
});
