// Fifty people with accounts and live pages, one answer a second each, on one server in a process of its own.
import { openStore } from "@xpal/store";
import * as team from "../../packages/studio/scripts/team.mjs";
import { pause, withFolder } from "./studio-client.mjs";

const PEOPLE = 50;
const EVERY_MS = 1000;
const ITEMS = 10_000;
const CLASSES = 4;

/** How long a round is; so 60 are ten minutes. */
const ROUND_MS = 10_000;

/** Lets them label for some rounds; with a database in that one, else in a folder. Each must be on its own item, once. */
export function load({ rounds, fail, database }) {
  return withFolder(async (folder) => {
    const server = await team.startServer({ database, dataDir: folder });
    try {
      const cookie = await team.cookieFrom(server.url);
      const truth = Array.from({ length: ITEMS }, (_, item) => (item * 7) % CLASSES);
      const rows = truth.map((y, item) => `${(item * 37) % 1009},${(item * item) % 997},${y}`);
      const project = await team.importTable(server.base, cookie, `a,b,label\n${rows.join("\n")}\n`, CLASSES);
      const names = Array.from({ length: PEOPLE }, (_, at) => team.nameOf(at));
      const labelling = team.label({
        ...{ bases: () => [server.base], cookie, project, people: PEOPLE, everyMs: EVERY_MS, looks: false },
        ...{ cookies: await team.accountsFor(server.base, cookie, project, names), answerOf: (item) => truth[item] },
      });
      await pause(rounds * ROUND_MS);
      const { acknowledged, errors, answerMs, nextMs } = await labelling.stop();
      await server.stop();
      const store = await openStore(database ?? `sqlite:${folder}/studio.sqlite`);
      const stored = await team.checkLog(store, project, acknowledged, fail);
      await store.close();
      return {
        ...{ acknowledged: acknowledged.size, stored, "requests sent again": errors.length },
        "ms p50 of answers": quantile(answerMs, 0.5),
        "ms p95 of answers": quantile(answerMs, 0.95),
        "ms p99 of answers": quantile(answerMs, 0.99),
        "ms p95 of next items": quantile(nextMs, 0.95),
      };
    } finally {
      await server.stop();
    }
  });
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
}
