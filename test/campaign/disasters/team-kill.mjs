// People label on two servers that share a PostgreSQL; one of the three is killed again and again and started anew. Service
// must resume by itself, and whatever was acknowledged must be there once, by its author, on its item.
import { join } from "node:path";
import { openStore } from "@xpal/store";
import * as team from "../../../packages/studio/scripts/team.mjs";
import { freePort } from "../../free-port.mjs";
import { startPostgres } from "../postgres-victim.mjs";
import { pause, withFolder } from "../studio-client.mjs";

export const about =
  "kill -9 of a server and of PostgreSQL while a team labels; it goes on, and nothing acknowledged is lost";
export const defaultRounds = 20;
export const testRounds = 2;
const PEOPLE = 12;
const CLASSES = 4;
const ITEMS = 3000;
/** How long it may take until answers are acknowledged again. */
const MAX_MS = 60_000;

export function run({ rounds, chance, fail }) {
  return withFolder(async (folder) => {
    const postgres = await startPostgres();
    const start = (at, port) =>
      team.startServer({ database: postgres.url, dataDir: join(folder, `server-${at}`), port });
    const servers = [await start(0, await freePort()), await start(1, await freePort())];
    try {
      const cookie = await team.cookieFrom(servers[0].url);
      const truth = Array.from({ length: ITEMS }, (_, item) => (item * 7) % CLASSES);
      const rows = truth.map((y, item) => `${(item * 37) % 101},${(item * item) % 97},${y}`);
      const table = `a,b,label\n${rows.join("\n")}\n`;
      const project = await team.importTable(servers[0].base, cookie, table, CLASSES);
      const bases = servers.map(({ base }) => base);
      const answerOf = (item) => truth[item];
      const labelling = team.label({ bases: () => bases, cookie, project, answerOf, people: PEOPLE, everyMs: 500 });
      let slowest = 0;
      for (let round = 0; round < rounds; round++) {
        await pause(1000 + chance.index(2000));
        const before = performance.now();
        // PostgreSQL in every other round, so that few rounds have both.
        if (round % 2 === 1) {
          postgres.kill();
          await pause(chance.index(2000));
          await postgres.revive();
        } else {
          const at = chance.index(2);
          await servers[at].kill();
          await pause(chance.index(1000));
          servers[at] = await start(at, Number(new URL(bases[at]).port));
        }
        const up = performance.now();
        while (labelling.told.lastAt < up && performance.now() - up < MAX_MS) await pause(50);
        if (labelling.told.lastAt < up) fail(`round ${round}: no answer was acknowledged within ${MAX_MS / 1000} s`);
        slowest = Math.max(slowest, labelling.told.lastAt - before);
      }
      const { acknowledged, errors, rejected } = await labelling.stop();
      const store = await openStore(postgres.url);
      const stored = await team.checkLog(store, project, acknowledged, fail);
      await store.close();
      return {
        ...{ kills: rounds, acknowledged: acknowledged.size, stored, "requests sent again": errors.length, rejected },
        "ms until service at most": Math.round(slowest),
      };
    } finally {
      for (const server of servers) await server.stop();
      await postgres.stop();
    }
  });
}
