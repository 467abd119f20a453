// `xpal studio backup` and `rebuild`, as a shell runs them, while the studio is running and being answered.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStudio } from "@xpal/studio";
import { afterAll, expect, test } from "vitest";
import { placeOf, placeWords } from "../../../store/test/folder-store.mjs";
import { MAIN } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-care-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command without holding up the studio, which lives in this process. */
function xpal(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, ...words], (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

test("a studio that runs is backed up and checked by commands, and the backup opens as a studio", async () => {
  const dataDir = join(folder, "data");
  const studio = await startStudio({ port: 0, ...(await placeOf(dataDir)) });
  const place = await placeWords(dataDir);
  const base = `http://127.0.0.1:${studio.port}`;
  const entered = await fetch(studio.url, { redirect: "manual" });
  const headers = {
    cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "",
    origin: base,
    "content-type": "application/json",
  };
  const post = async (path: string, body: object) =>
    (await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  const { project } = await post("/api/demos", { name: "iris" });
  const answer = (item: number) =>
    post(`/api/projects/${project}/events`, {
      events: [
        {
          id: crypto.randomUUID(),
          kind: "answer",
          at: "2026-01-31T12:00:00.000Z",
          body: { item, to: item % 3, was: null },
        },
      ],
    });
  for (let item = 0; item < 5; item++) await answer(item);
  const copy = join(folder, "copy.sqlite");
  expect(await xpal("studio", "backup", copy, ...place)).toMatchObject({
    code: 0,
    out: `Written to ${copy}.\n`,
  });
  await answer(5);
  const rebuilt = await xpal("studio", "rebuild", "--json", ...place);
  expect(JSON.parse(rebuilt.out)).toMatchObject({
    projects: [{ id: project, title: "Iris flowers", events: 6, labelled: 6, setAside: 0, faults: [] }],
  });
  expect(await xpal("studio", "backup", copy, ...place)).toMatchObject({ code: 2 });
  expect((await answer(6)).last).toBe(7);
  expect(await xpal("studio", "--no-open", "--port", "0", ...place)).toMatchObject({ code: 2, out: "" });
  await studio.close();
  const other = await startStudio({ port: 0, dataDir: join(folder, "other"), store: `sqlite:${copy}` });
  const again = await fetch(other.url, { redirect: "manual" });
  const cookie = again.headers.get("set-cookie")?.split(";")[0] ?? "";
  const list = await (await fetch(`http://127.0.0.1:${other.port}/api/projects`, { headers: { cookie } })).json();
  expect(list).toMatchObject([{ id: project, last: 5 }]);
  await other.close();
});

test.each(["", "too short"])("a studio is not started with the secret %j, and says what to set", async (secret) => {
  const child = spawnSync(
    process.execPath,
    [MAIN, "studio", "--no-open", "--port", "0", "--data-dir", join(folder, "short")],
    {
      env: { ...process.env, XPAL_SECRET: secret },
      encoding: "utf8",
    },
  );
  expect(child.stderr).toMatch(/^xpal studio: XPAL_SECRET must have at least 32 characters; .*openssl rand -base64 32/);
  expect(child.stderr.trim().split("\n")).toHaveLength(1);
  expect(child.status).toBe(2);
});

test("a rejected move spoke of xpal studio", async () => {
  const { code, err } = await xpal("studio", "move", "--from", join(folder, "nowhere"), "--to", join(folder, "there"));
  expect(err).toMatch(/^xpal studio move: --from /);
  expect(code).toBe(2);
});

test("a move from a folder in use named --data-dir, which move does not have, and said to open another one", async () => {
  const dataDir = join(folder, "in-use");
  const studio = await startStudio({ port: 0, dataDir });
  const { code, err } = await xpal("studio", "move", "--from", dataDir, "--to", join(folder, "there"));
  await studio.close();
  expect(err).toBe(
    `xpal studio move: --from must be free, but ${JSON.stringify(dataDir)} is in use by the studio at http://127.0.0.1:${studio.port}/; stop it first\n`,
  );
  expect(code).toBe(2);
  const moved = await xpal("studio", "move", "--from", dataDir, "--to", join(folder, "there"));
  expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^Done: 0 projects and \d+ records? copied/m) });
});
