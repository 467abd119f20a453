// kill -9 of the studio at random moments while a client labels. Whatever was acknowledged must be there, once.
import { openStore } from "@xpal/store";
import { storeOf } from "../../../packages/store/test/folder-store.mjs";
import { answerEvent, clientFor, logIn, pause, startVictim, withFolder } from "../studio-client.mjs";

export const about = "kill -9 of the studio while a client labels; nothing acknowledged is lost or doubled";
export const defaultRounds = 100;
export const testRounds = 4;
const ITEMS = 178;

export function run({ rounds, chance, fail }) {
  return withFolder(async (folder) => {
    const acknowledged = new Set();
    const last = new Map();
    let [cookie, project, sent] = ["", "", 0];
    for (let round = 0; round < rounds; round++) {
      const { url, kill } = await startVictim(folder);
      const client = cookie === "" ? await logIn(url) : clientFor(new URL(url).origin, cookie);
      if (cookie === "") ({ project } = await client.post("/api/demos", { name: "wine" }));
      cookie = client.cookie;
      // Most rounds die in the middle of writing, some while the project is being opened.
      const opened = chance.index(4) === 0 ? Promise.resolve() : client.get(`/api/projects/${project}`);
      const dead = opened.then(() => pause(chance.index(200))).then(kill);
      await opened;
      for (let alive = true; alive; ) {
        const count = 1 + chance.index(5);
        const events = Array.from({ length: count }, () => {
          const item = chance.index(ITEMS);
          const event = answerEvent(item, chance.index(3));
          return { ...event, kind: "change", body: { items: [item], to: event.body.to } };
        });
        sent += count;
        try {
          const { results } = await client.post(`/api/projects/${project}/events`, { events });
          for (const [at, { id, sequence }] of results.entries()) {
            if (sequence === null) fail(`round ${round}: event ${id} was rejected`);
            else acknowledged.add(id);
            last.set(events[at].body.items[0], events[at].body.to);
          }
        } catch {
          alive = false; // the server is dead
        }
      }
      await dead;
    }
    const store = await openStore(await storeOf(folder));
    const kept = (await store.events.read(project)).map(({ id }) => id);
    for (const { fault } of await store.faults()) fail(fault);
    await store.close();
    const there = new Set(kept);
    if (there.size !== kept.length) fail(`${kept.length - there.size} events are stored twice`);
    for (const id of acknowledged) if (!there.has(id)) fail(`event ${id} was acknowledged and is lost`);
    return { kills: rounds, "events sent": sent, acknowledged: acknowledged.size, stored: kept.length };
  });
}
