// The backup of docs/guide/team.md, rehearsed: written while the studio runs, put into an empty folder, and used. On PostgreSQL
// it is moved into an empty database, as docs/guide/postgres.md says. And what whoever gets hold of one can do with it.
import { createHmac } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupStudio, moveStudio, rebuildStudio } from "@xpal/studio";
import { studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOf } from "../../../store/test/folder-store.mjs";
import { writtenIn } from "../../../store/test/written-in.ts";
import { answerEvent, type Client, clientFor, type TestStudio, testStudio } from "./client.ts";

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

describe("a backup", () => {
  const [ONE, OTHER] = ["one secret of more than 32 characters", "another secret of more than 32 characters"];
  let folder: string;
  let live: TestStudio;
  let ann: Client;
  let hook: string;
  let file: string;
  const json = (base: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: "POST",
      headers: { origin: base, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "xpal-backup-"));
    live = await testStudio({ secret: ONE });
    const { project: made } = await live.post<{ project: string }>("/api/demos", { name: "iris" });
    const { token } = await live.post<{ token: string }>("/api/invitations", { role: "reviewer", projects: [made] });
    const joined = await json(live.base, "/api/invitation", { token, name: "Ann", password: PASSWORD });
    ann = clientFor(live.base, joined.headers.getSetCookie()[0].split(";")[0]);
    const robot = await live.post<{ secret: string }>("/api/tokens", { name: "robot", scopes: ["webhooks"] });
    const asked = { url: "https://127.0.0.1:9/", events: ["label"], project: null };
    const added = await json(live.base, "/api/v1/webhooks", asked, { authorization: `Bearer ${robot.secret}` });
    hook = ((await added.json()) as { secret: string }).secret;
    expect(hook).toMatch(/^[\w-]{43}$/);
    file = join(folder, "backup.sqlite");
    await backupStudio(file, live.place);
  });
  afterAll(async () => {
    await live?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const statusOf = async (name: string, cookie: string) =>
    (
      await clientFor(live.base, `${name}=${cookie}`)
        .raw("/api/session")
        .then((r) => r.json())
    ).me;

  test("held what signs the owner's cookie and what webhooks are signed with: nothing in it logs in or can be read", async () => {
    const [name, owner] = live.cookie.split("=");
    expect(await statusOf(name, owner)).not.toBeNull();
    const written = [readFileSync(file, "latin1"), await writtenIn(live.dataDir)];
    for (const text of written) {
      for (const secret of [owner, ann.cookie.split("=")[1], hook, ONE]) expect(text).not.toContain(secret);
    }
    // Whatever stands in records, of the backup or of the database itself, as a cookie and as what signs one.
    const texts = written.flatMap((text) => text.match(/[\w-]{16,}/g) ?? []);
    const ids = new Set(texts.filter((text) => text.length >= 32 && text.length <= 128));
    expect(ids.size).toBeGreaterThan(3);
    const month = Date.now() + 30 * 24 * 3600_000;
    for (const id of [...ids].slice(0, 200)) {
      expect(await statusOf(name, `s1.${id}`)).toBeNull();
      const mark = createHmac("sha256", Buffer.from(id, "base64url")).update(`v1.${month}`).digest("base64url");
      expect(await statusOf(name, `v1.${month}.${mark}`)).toBeNull();
    }
  });

  test("that is opened elsewhere lets no cookie of before in, not even under the same secret", async () => {
    for (const secret of [ONE, OTHER]) {
      const copy = join(folder, `${secret.slice(0, 3)}.sqlite`);
      copyFileSync(file, copy);
      const restored = await testStudio({ store: `sqlite:${copy}`, secret });
      const name = restored.cookie.split("=")[0];
      for (const old of [live.cookie, ann.cookie]) {
        const client = clientFor(restored.base, `${name}=${old.split("=")[1]}`);
        expect((await client.raw("/api/projects")).status).toBe(401);
      }
      expect((await json(restored.base, "/api/session", { name: "Ann", password: PASSWORD })).status).toBe(200);
      await restored.stop();
    }
  });

  test("that is opened with another secret is told at the start, and people log in, label and export", async () => {
    const copy = join(folder, "noticed.sqlite");
    copyFileSync(file, copy);
    const notices: string[] = [];
    const start = (secret: string) =>
      testStudio({ store: `sqlite:${copy}`, secret, onNotice: (sentence) => notices.push(sentence) });
    const same = await start(ONE);
    await same.stop();
    expect(notices).toEqual([]);
    const other = await start(OTHER);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/another secret.* 1 secret of a webhook cannot be decrypted: set XPAL_SECRET/);
    const entered = await json(other.base, "/api/session", { name: "Ann", password: PASSWORD });
    const client = clientFor(other.base, entered.headers.getSetCookie()[0].split(";")[0]);
    const [{ id }] = await client.get<{ id: string }[]>("/api/projects");
    await client.post(`/api/projects/${id}/events`, { events: [answerEvent(1, 0)] });
    expect((await client.raw(`/api/projects/${id}/export/csv`)).status).toBe(200);
    await other.stop();
    const back = await start(ONE); // the secret of the webhook was not overwritten meanwhile
    expect(notices).toHaveLength(2);
    expect(notices[1]).not.toContain("webhook");
    await back.stop();
  });
});
