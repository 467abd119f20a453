// The commands around a queue, as built, on a real PostgreSQL server: the examples of their help texts, run in an order in
// which they have something to do, and what they reject.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../../../store/test/contract/postgres-server.ts";
import { type Ending, runHere } from "../unit/run-here.ts";
import { MAIN, xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-queue-"));
const PLAN = "reproduce --quick --datasets iris --strategies xpal,rand --repetitions 4 --budget 10 --no-times --json";
const words = (line: string) => line.split(" ");
let server: PostgresServer;
let env: { XPAL_QUEUE: string };

beforeAll(async () => {
  server = await startPostgres();
  env = { XPAL_QUEUE: await server.database("lab") };
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command in this process, which is sooner than starting one, on the queue. */
const here = (line: string) => runHere(folder, words(line), "", env.XPAL_QUEUE);

/** The example that a command's help gives, run as it is printed. */
async function example(command: string, run: (line: string) => unknown = here): Promise<Ending> {
  const { out } = await here(`${command} --help`);
  const [, line] = /Examples?:\n {2}xpal (.*)\n/.exec(out) ?? [];
  expect(line, command).toBeDefined();
  return run(line) as Promise<Ending>;
}

/** Enqueues the plan and presses Ctrl-C as soon as it is on the queue. */
function enqueueAndLeave(): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...words(PLAN), "--queue", "--out", "queued"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let err = "";
  let left = false;
  child.stderr.on("data", (chunk) => {
    err += chunk;
    if (err.includes("is on the queue") && !left) left = child.kill("SIGINT"); // a second one would kill it
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, err })));
}

describe("a plan on a queue", () => {
  test("can be left, looked at, cancelled, enqueued again, worked on, watched and reported", async () => {
    expect(await example("queue status")).toEqual({ code: 0, out: "Nothing is on the queue.\n", err: "" });
    const left = await enqueueAndLeave();
    expect(left.code).toBe(130);
    expect(left.err).toMatch(
      /^Plan [0-9a-f]{8} is on the queue\. Workers that are ready take part; xpal worker starts another one\.\n/,
    );
    expect(left.err).toContain("stopped watching; the workers go on");
    const status = await here("queue status --json");
    expect(JSON.parse(status.out).plans).toMatchObject([{ waiting: 4, active: 0, setAside: 0, runs: 8, workers: [] }]);
    expect((await example("queue")).out).toMatch(/^plan +title +waiting/);
    expect((await example("queue cancel")).out).toMatch(/: 4 jobs taken off the queue\n$/);
    const idle = await example("worker", (line) => xpal(words(line), { env }));
    expect(idle).toMatchObject({ code: 0, out: "0 jobs done, 0 jobs set aside\n" });

    expect((await enqueueAndLeave()).code).toBe(130);
    expect((await example("queue retry")).out).toMatch(/: 0 jobs put back onto the queue\n$/);
    const worker = xpal(words("worker --idle 1 --threads 2 --name first --json"), { env });
    expect(worker.err).toMatch(/^xpal worker: first is ready with 2 threads for postgres:\/\/tester:\*\*\*@127/);
    expect(JSON.parse(worker.out)).toEqual({ done: 4, setAside: 0 });
    expect((await example("queue watch")).out).toMatch(
      /^8 of 8 runs are in the store\nThe report: xpal report STORE --plan/,
    );

    const again = await here(`${PLAN} --queue ${env.XPAL_QUEUE} --out queued`);
    expect(JSON.parse(again.out)).toMatchObject({ runs: 8, failures: [] });
    expect((await example("queue status")).out).toBe("Nothing is on the queue.\n");
  });
});

describe("the commands reject", () => {
  test("a wrong password, and a plan that is not on the queue", async () => {
    const wrong = env.XPAL_QUEUE.replace(/:[^:@]*@/, ":secret@");
    expect(await here(`queue status --queue ${wrong}`)).toEqual({
      code: 2,
      out: "",
      err: `xpal queue status: --queue must carry a user and password that the server accepts, got ${wrong.replace("secret", "***")}\n`,
    });
    const { code, err } = await here("queue watch abc");
    expect({ code, err }).toEqual({ code: 2, err: 'xpal queue watch: the queue must hold a plan, got "none"\n' });
  });
});
