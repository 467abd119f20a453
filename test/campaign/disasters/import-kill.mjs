// The studio is killed while a file becomes a project. Afterwards there is a whole project with the labels of its file, or
// none, and nothing is left of the upload.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { storeOf } from "../../../packages/store/test/folder-store.mjs";
import { clientFor, logIn, pause, startVictim, withFolder } from "../studio-client.mjs";

export const about =
  "kill -9 of the studio while a file becomes a project; a whole project or none, and no upload left";
export const defaultRounds = 40;
export const testRounds = 3;
const ROWS = 3000;

export function run({ rounds, chance, fail }) {
  const rows = Array.from({ length: ROWS }, (_, i) => `${i},${i % 97},"words of row ${i}",${i % 2 ? "yes" : "no"}`);
  const file = `a,b,text,label\n${rows.join("\n")}\n`;
  return withFolder(async (folder) => {
    const made = new Set();
    let cookie = "";
    for (let round = 0; round < rounds; round++) {
      const { url, kill } = await startVictim(folder);
      const client = cookie === "" ? await logIn(url) : clientFor(new URL(url).origin, cookie);
      cookie = client.cookie;
      const dead = pause(chance.index(2000)).then(kill);
      try {
        const sent = await client.raw("/api/imports?name=a.csv", { method: "POST", body: file });
        const { import: id } = await sent.json();
        const choice = { title: `round ${round}`, label: "label", classes: ["no", "yes"], roles: {}, pixels: null };
        const body = { ...choice, keepLabels: true, dropDuplicates: false };
        made.add((await client.post(`/api/imports/${id}/project`, body)).project);
      } catch {
        // the server is dead
      }
      await dead;
    }
    const { url, kill } = await startVictim(folder);
    const client = cookie === "" ? await logIn(url) : clientFor(new URL(url).origin, cookie);
    const left = readdirSync(join(folder, "uploads"));
    if (left.length > 0) fail(`${left.length} uploads are left`);
    const projects = await client.get("/api/projects");
    for (const { id, title } of projects) {
      const { events } = await client.get(`/api/projects/${id}`);
      const labels = events[0]?.body.answers?.length ?? 0;
      if (labels !== ROWS) fail(`"${title}" has ${labels} of its ${ROWS} labels`);
    }
    const there = new Set(projects.map(({ id }) => id));
    for (const id of made) if (!there.has(id)) fail(`project ${id} was acknowledged and is lost`);
    await kill();
    const store = await openStore(await storeOf(folder));
    for (const { fault } of await store.faults()) fail(fault);
    await store.close();
    return { kills: rounds, "projects acknowledged": made.size, "projects there": projects.length };
  });
}
