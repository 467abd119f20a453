// Three workers as processes; one is killed, one is frozen, and the queue's server is restarted. The tables must not tell.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plannedRuns } from "@xpal/lab";
import { openQueue } from "@xpal/queue";
import { openStore } from "@xpal/store";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../../../store/test/contract/postgres-server.ts";
import { NO_REDIS, type RedisServer, startRedis } from "./servers.ts";
import { experiment, queuePlan } from "./small-plan.ts";

const SCRIPT = fileURLToPath(new URL("./worker.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "xpal-queue-"));
const plan = queuePlan({ repetitions: 20 });
const total = plannedRuns(plan).length;

let postgres: PostgresServer;
let redis: RedisServer | undefined;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  postgres = await startPostgres();
  if (NO_REDIS === undefined) redis = await startRedis();
  await experiment(plan, { out: join(folder, "local"), store: `sqlite:${join(folder, "local.sqlite")}` });
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(async () => {
  await redis?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startWorker(options: object): ChildProcess & { said: () => string } {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)]);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      text += chunk;
    });
  }
  children.add(child);
  return Object.assign(child, { said: () => text });
}

/** The files of a report that hold no times, by name. */
function lastingFiles(out: string): Record<string, string> {
  const names = readdirSync(join(folder, out), { recursive: true, encoding: "utf8" }).sort();
  const lasting = names.filter((name) => /\.(json|csv|md|tex|svg|parquet)$/.test(name) && !/times|time-/.test(name));
  return Object.fromEntries(lasting.map((name) => [name, readFileSync(join(folder, out, name), "latin1")]));
}

/** Waits until the worker is at work on the queue. */
async function untilBusy(queue: string, name: string): Promise<void> {
  const view = await openQueue(queue);
  try {
    for (let looks = 0; looks < 2400; looks++) {
      if ((await view.status()).some(({ workers }) => workers.includes(name))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${name} took no job within two minutes`);
  } finally {
    await view.close();
  }
}

async function untilReady(workers: readonly { said: () => string }[]): Promise<void> {
  while (!workers.every(({ said }) => said().includes("is ready")))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("three workers", () => {
  const kinds: [string, () => Promise<{ queue: string; restart: () => Promise<void> }>][] = [
    [
      "PostgreSQL",
      async () => ({ queue: await postgres.database("disasters"), restart: () => postgres.restart(2000) }),
    ],
    ["Redis", async () => ({ queue: redis?.url ?? "", restart: async () => redis?.restart(2000) })],
  ];
  if (NO_REDIS !== undefined) test.skip(`on Redis: ${NO_REDIS}`, () => {});
  test.each(kinds.filter(([kind]) => kind === "PostgreSQL" || NO_REDIS === undefined))(
    "on %s: one killed, one frozen, the server restarted, and every table is the same",
    async (kind, open) => {
      const { queue, restart } = await open();
      const store = kind === "Redis" ? await postgres.database("beside_redis") : queue;
      const lockMs = 5_000; // half of the usual, to be done sooner
      const names = ["killed", "frozen", "left"];
      const [killed, frozen, left] = names.map((name) => startWorker({ queue, store, name, lockMs }));
      await untilReady([killed, frozen, left]);
      const out = join(folder, kind);
      const running = experiment(plan, { out, store, queue });
      running.catch(() => {}); // awaited below
      await untilBusy(queue, "killed");
      killed.kill("SIGKILL");
      await untilBusy(queue, "frozen");
      frozen.kill("SIGSTOP");
      await restart();
      const { failures, experiment: result } = await running.catch((error) => {
        throw new Error(`${error.message}\n${left.said()}`);
      });
      frozen.kill("SIGCONT");
      expect([left.exitCode, left.signalCode], left.said()).toEqual([null, null]); // it outlived the restart
      expect(failures).toEqual([]);
      expect(result.records).toHaveLength(total);
      expect(new Set(result.records.map(({ key }) => key)).size).toBe(total);
      const want = lastingFiles("local");
      expect(Object.keys(want).length).toBeGreaterThan(10);
      expect(lastingFiles(kind)).toEqual(want);
      const opened = await openStore(store);
      expect(await opened.runs.count({ prefix: "run/" })).toBe(total);
      await opened.close();
    },
  );
});

describe.skipIf(NO_REDIS !== undefined)("Redis", () => {
  test("is rejected in one sentence when the password is wrong or missing", async () => {
    const address = redis?.url ?? "";
    const shown = address.replace("s3cret", "***");
    for (const wrong of [address.replace("s3cret", "secret"), address.replace(":s3cret@", "")]) {
      await expect(openQueue(wrong)).rejects.toThrow(
        `queue: --queue must carry a user and password that the server accepts, got ${wrong.includes("@") ? shown : wrong}`,
      );
    }
  });
});
