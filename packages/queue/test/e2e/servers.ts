// Real servers for the queue: PostgreSQL from a binary inside npm, Redis where Debian's redis-server is installed.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../../test/free-port.mjs";

/** Why the half of the tests that needs Redis cannot run here; undefined where it can. */
export const NO_REDIS =
  spawnSync("redis-server", ["--version"]).status === 0
    ? undefined
    : "redis-server is not installed; apt-get install redis-server makes this half run";

export interface RedisServer {
  readonly url: string;
  /** Stops the server and starts it again after so many milliseconds, with all that it held. */
  restart(awayMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Redis with a password, writing every change to disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "xpal-redis-"));
  const port = await freePort();
  const start = async () => {
    const settings = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--requirepass", "s3cret"];
    const child = spawn("redis-server", [...settings, "--appendonly", "yes", "--save", ""].map(String));
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 50));
    return child;
  };
  const end = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      child.once("close", () => resolve());
      child.kill("SIGTERM");
    });
  let child = await start();
  return {
    url: `redis://:s3cret@127.0.0.1:${port}`,
    restart: async (awayMs = 0) => {
      await end(child);
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      child = await start();
    },
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
