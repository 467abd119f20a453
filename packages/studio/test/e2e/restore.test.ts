// The backup of docs/guide/team.md, rehearsed: written while the studio runs, put into an empty folder, and used. On PostgreSQL
// it is moved into an empty database, as docs/guide/postgres.md says.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupStudio, moveStudio, rebuildStudio } from "@xpal/studio";
import { studioClient } from "@xpal/studio/client";
import { expect, test } from "vitest";
import { placeOf } from "../../../store/test/folder-store.mjs";
import { answerEvent, testStudio } from "./client.ts";

const PASSWORD = "three plain words";

test("a backup brings projects, answers, people, tokens and the audit trail back in an empty place", async () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-restore-"));
  const studio = await testStudio();
  const json = (base: string, path: string, body: unknown) =>
    fetch(base + path, {
      method: "POST",
      headers: { origin: base, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  try {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(1, 0), answerEvent(2, 1)] });
    const { token } = await studio.post<{ token: string }>("/api/invitations", {
      role: "reviewer",
      projects: [project],
    });
    await json(studio.base, "/api/invitation", { token, name: "Rita", password: PASSWORD });
    const { secret } = await studio.post<{ secret: string }>("/api/tokens", { name: "robot", scopes: ["read"] });
    const file = join(folder, "2026-01-31.sqlite");
    await backupStudio(file, studio.place);
    await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(3, 2)] }); // after the backup

    const dataDir = join(folder, "trial");
    mkdirSync(dataDir);
    const place = await placeOf(dataDir);
    if (place.store === undefined) copyFileSync(file, join(dataDir, "studio.sqlite"));
    else await moveStudio(file, place.store);
    expect(await rebuildStudio(place)).toMatchObject([{ id: project, labelled: 2, faults: [] }]);
    const restored = await testStudio({ dataDir });
    try {
      const entered = await json(restored.base, "/api/session", { name: "Rita", password: PASSWORD });
      expect([entered.status, await entered.json()]).toEqual([200, { name: "Rita", role: "reviewer", via: "account" }]);
      const client = studioClient({ url: restored.base, token: secret });
      expect(await client.projects()).toMatchObject([{ id: project, labelled: 2 }]);
      const audit = await restored.get<{ who: string; what: string }[]>("/api/audit");
      expect(audit.map(({ who, what }) => `${who} ${what}`)).toContain("Rita joined as reviewer");
    } finally {
      await restored.stop();
    }
  } finally {
    await studio.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
