import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { writeTextModel } from "../../../data/test/tiny-models.ts";
import { answerEvent, type Client, clientFor, logIn, type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
let project: string;
beforeAll(async () => {
  studio = await testStudio({ mostUploadBytes: 200_000 });
  ({ project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" }));
});
afterAll(() => studio?.stop());

describe("the door", () => {
  test("is shut without a session, for every method and below every path", async () => {
    for (const [method, path] of [
      ["GET", "/api/projects"],
      ["POST", "/api/demos"],
      ["GET", `/api/projects/${project}/next`],
      ["DELETE", `/api/projects/${project}`],
      ["GET", "/api/openapi.json"],
      ["POST", "/api/imports?name=a.csv"],
    ]) {
      const response = await fetch(studio.base + path, { method, headers: { origin: studio.base } });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });
  test("takes a token once", async () => {
    const url = studio.studio.url;
    expect((await fetch(url, { redirect: "manual" })).status).toBe(302);
    expect((await fetch(url, { redirect: "manual" })).status).toBe(401);
  });
  test("gives a cookie that scripts and other sites cannot use", async () => {
    const cookie = (await fetch(studio.studio.url, { redirect: "manual" })).headers.get("set-cookie");
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
  });
  test("rejects a cookie that nobody was given", async () => {
    const [name, value] = studio.cookie.split("=");
    for (const cookie of [`${value}x`, value.slice(0, -1), value.replace("s1.", ""), "s1.", ""]) {
      const response = await fetch(`${studio.base}/api/projects`, { headers: { cookie: `${name}=${cookie}` } });
      expect(response.status).toBe(401);
    }
  });
  test("let the owner's cookie in for 30 days after the log-out, also after a restart: it ends, and the next address logs in", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "xpal-log-out-"));
    const first = await testStudio({ dataDir });
    const other = await logIn(first.studio.url); // another browser of the owner
    const status = async (cookie: string, { base }: Client = first) =>
      (await clientFor(base, cookie).raw("/api/projects")).status;
    expect((await first.raw("/api/session", { method: "DELETE" })).status).toBe(200);
    expect([await status(first.cookie), await status(other.cookie)]).toEqual([401, 200]);
    const again = await logIn(first.studio.url);
    expect(await status(again.cookie)).toBe(200);
    await first.studio.close();
    const second = await testStudio({ dataDir });
    expect([await status(first.cookie, second), await status(other.cookie, second)]).toEqual([401, 200]);
    await second.stop();
  });
  test("rejects writes of another origin, and of none", async () => {
    for (const origin of ["http://evil.example", "null", `${studio.base}.evil.example`]) {
      expect((await studio.raw("/api/demos", { method: "POST", headers: { origin } })).status).toBe(403);
    }
    const none = await fetch(`${studio.base}/api/demos`, { method: "POST", headers: { cookie: studio.cookie } });
    expect(none.status).toBe(403);
  });
  test("rejects a host that is not this machine (DNS rebinding)", async () => {
    const status = await new Promise((done) => {
      const options = { port: studio.studio.port, path: "/api/projects", headers: { host: "evil.example" } };
      request({ host: "127.0.0.1", ...options }, (response) => done(response.statusCode)).end();
    });
    expect(status).toBe(403);
  });
  test("rejects bodies of another content type than JSON, but takes files as they are", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/jsonp",
    ]) {
      const init = { method: "POST", headers: { "content-type": type }, body: '{"name":"iris"}' };
      for (const path of ["/api/demos", `/api/projects/${project}/events`, `/api/imports/none/project`]) {
        const response = await studio.raw(path, init);
        expect([type, path, response.status]).toEqual([type, path, 415]);
        expect(((await response.json()) as { code: string }).code).toBe("content-type");
      }
    }
    const none = await studio.raw("/api/demos", { method: "POST" });
    expect(none.status).toBe(415);
    const charset = { "content-type": "application/json; charset=utf-8" };
    const wrong = await studio.raw("/api/demos", { method: "POST", headers: charset, body: '{"name":"none"}' });
    expect(wrong.status).toBe(400);
  });
  test("rejects a body that is no JSON, as the sender's mistake", async () => {
    for (const body of ["", "{", '{"name":', "[[[[", "\u0000"]) {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      const response = await studio.raw("/api/demos", init);
      expect([body, response.status]).toEqual([body, 400]);
      expect(await response.json()).toMatchObject({ code: "bad-request", message: expect.stringMatching(/\S/) });
    }
  });
  test("limits the rate of wrong log-ins", async () => {
    const other = await testStudio();
    const tries = [];
    for (let i = 0; i < 12; i++) tries.push((await fetch(`${other.base}/login?token=guess${i}`)).status);
    expect(tries.slice(0, 10)).toEqual(new Array(10).fill(401));
    expect(tries.slice(10)).toEqual([429, 429]);
    // Wrong tries of anybody kept the owner out.
    expect((await fetch(other.studio.url, { redirect: "manual" })).status).toBe(302);
    await other.stop();
  });
  test("sends a policy without inline script on every answer", async () => {
    for (const path of ["/", "/health", "/api/projects"]) {
      const policy = (await fetch(studio.base + path)).headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain("unsafe");
    }
    const page = await (await fetch(studio.base)).text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
  test("writes no secret into its log", async () => {
    const token = new URL(studio.studio.url).searchParams.get("token") ?? "";
    await fetch(studio.studio.url, { redirect: "manual" });
    await studio.get("/api/projects");
    const read = () => readFileSync(join(studio.dataDir, "studio.log"), "utf8");
    await expect.poll(read).toContain('"path":"/login"');
    const log = read();
    expect(log).not.toContain(token);
    expect(log).not.toContain(studio.cookie.split("=")[1]);
  });
});

describe("paths", () => {
  test("outside the page do not exist", async () => {
    for (const path of [
      "/../package.json",
      "/..%2f..%2fpackage.json",
      "/assets/../../server/index.js",
      "/%2e%2e/x.js",
    ]) {
      const response = await studio.raw(path);
      expect([404, 200]).toContain(response.status);
      expect(await response.text()).not.toContain("startStudio");
    }
  });
  test("of images showed all below the table's folder: only those that items name are, and no links out of it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "xpal-images-"));
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "secret.png"), "secret");
    writeFileSync(join(folder, "data", "a.png"), "image");
    mkdirSync(join(folder, "data", "private"));
    writeFileSync(join(folder, "data", "private", "b.png"), "secret");
    symlinkSync(join(folder, "secret.png"), join(folder, "data", "link.png"));
    const rows = ["a.png", "../secret.png", "link.png"].map((name, i) => `${name},${i},${i % 2 ? "x" : "y"}`);
    writeFileSync(join(folder, "data", "table.csv"), `image,size,label\n${rows.join("\n")}\n`);
    const own = await testStudio({ file: join(folder, "data", "table.csv") });
    const to = new URL(own.studio.url).searchParams.get("to") ?? "";
    const choice = { title: "p", label: "label", classes: ["x", "y"], roles: { image: "image" }, pixels: null };
    const made = await own.post<{ project: string }>(`/api/imports/${to.split("/").at(-1)}/project`, {
      ...choice,
      keepLabels: true,
      dropDuplicates: false,
    });
    const image = (name: string) => own.raw(`/api/projects/${made.project}/image?name=${encodeURIComponent(name)}`);
    expect(await (await image("a.png")).text()).toBe("image");
    for (const name of [
      "private/b.png",
      "./a.png",
      "../secret.png",
      "link.png",
      "/etc/passwd",
      "table.csv",
      "..%2fsecret.png",
      "a.png\0.png",
    ]) {
      const response = await image(name);
      expect(response.ok).toBe(false);
      expect(await response.text()).not.toMatch(/^secret/);
    }
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("folders of this machine", () => {
  let folder: string;
  let own: TestStudio;
  const csv = ["text", ...["cat", "kitten", "car", "truck"].map((word, i) => `${word} and some more words ${i}`)].join(
    "\n",
  );
  const brought = async (name: string, body: BodyInit) =>
    (await (await own.upload(name, body)).json()) as { import: string; project: string };
  const embedded = async (model: string) => {
    const { import: id } = await brought("words.csv", csv);
    const response = await own.raw(`/api/imports/${id}?none=1&embed=${encodeURIComponent(model)}`);
    return { status: response.status, body: (await response.json()) as { code?: string; message?: string } };
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "xpal-folders-"));
    mkdirSync(join(folder, "models"));
    for (const name of ["models/own", "elsewhere"]) writeTextModel(join(folder, name));
    symlinkSync(join(folder, "elsewhere"), join(folder, "models", "link"));
    vi.stubEnv("XPAL_CACHE", join(folder, "cache"));
    vi.stubEnv("XPAL_MODEL_HOST", "http://127.0.0.1:9"); // nobody answers there
    own = await testStudio({ modelFolders: [join(folder, "models")] });
  });
  afterAll(async () => {
    await own?.stop();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  test("cannot be named as a model on the import page, unless named at the start: a person logged in could look around", async () => {
    for (const model of ["own", join(folder, "models", "own")]) expect((await embedded(model)).status).toBe(200);
    const outside = [join(folder, "elsewhere"), "../elsewhere", "link", "/", "..", process.cwd(), "a\0b"];
    for (const model of [...outside, join(folder, "does-not-exist")]) {
      const { status, body } = await embedded(model);
      expect([model, status, body.code]).toEqual([model, 400, "bad-argument"]);
      expect(body.message).toMatch(
        /^the model must be in a folder that was named when the program started, or a name such/,
      );
    }
  });
  test("that look like the name of a model are not opened: the server of models is asked instead", async () => {
    const { status, body } = await embedded("packages/data"); // a folder of the place where the tests run
    expect(status).toBe(409);
    expect(body.message).toMatch(/^the model packages\/data must be in the cache or reachable/);
  });
  test("are not shown because a project file names them", async () => {
    const paint = sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } });
    writeFileSync(join(folder, "private.png"), await paint.png().toBuffer());
    const { project: made } = await own.post<{ project: string }>("/api/demos", { name: "iris" });
    const bytes = new Uint8Array(await (await own.raw(`/api/projects/${made}/file`)).arrayBuffer());
    const file = JSON.parse(gunzipSync(bytes).toString()) as { id: string; about: object };
    const forged = { ...file, id: "forged", about: { ...file.about, folder } };
    const { project: kept } = await brought("forged.xpal", gzipSync(JSON.stringify(forged)));
    expect(kept).toBe("forged");
    expect((await own.raw(`/api/projects/${kept}/image?name=private.png`)).status).toBe(404);
  });
});

describe("uploads", () => {
  const text = (words: string) => new TextEncoder().encode(words);
  test("with names outside the archive are rejected", async () => {
    for (const name of ["../evil.png", "a/../../evil.png", "/etc/evil.png", "..\\evil.png", "C:\\evil.png"]) {
      const response = await studio.upload("images.zip", new Uint8Array(zipSync({ [name]: text("x") })));
      expect([name, response.status]).toEqual([name, 400]);
      expect(await response.json()).toEqual({
        code: "bad-argument",
        message: "the archive must not contain paths that lead outside it",
      });
    }
  });
  test("beyond the limit are rejected while they arrive, also when packed small", async () => {
    expect((await studio.upload("large.csv", "x".repeat(300_000))).status).toBe(413);
    const bomb = zipSync({ "a.txt": new Uint8Array(10_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(200_000);
    expect((await studio.upload("bomb.zip", new Uint8Array(bomb))).status).toBe(413);
  });
  test("are limited, and what was said of them was not: 120 MB of JSON were read", async () => {
    const { import: brought } = (await (await studio.upload("rows.csv", "a,b\n1,2\n3,4\n")).json()) as {
      import: string;
    };
    for (const what of ["project", "rows"]) {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: `"${"x".repeat(9 << 20)}"`,
      };
      const response = await studio.raw(`/api/imports/${brought}/${what}`, init);
      expect([what, response.status]).toEqual([what, 413]);
    }
  });
  test("that are empty or damaged are rejected in one sentence", async () => {
    for (const [name, body] of [
      ["empty.csv", ""],
      ["broken.zip", "PK\u0003\u0004 not a zip"],
      ["broken.parquet", "PAR1 nothing"],
      ["project.xpal", "no project"],
    ]) {
      const response = await studio.upload(name, body);
      const { message } = (await response.json()) as { message: string };
      expect([name, response.status]).toEqual([name, 400]);
      expect(message).not.toMatch(/\n|at .*:\d+/);
    }
  });
  test("keep script and SQL in texts and column names as text", async () => {
    const evil = `<img src=x onerror=alert(1)>'; drop table event; --`;
    const quoted = `"${evil}"`;
    const rows = Array.from({ length: 6 }, (_, i) => `${quoted},${i},"${i % 2 ? `${evil}a` : "b"}"`);
    const response = await studio.upload("evil.csv", `${quoted},x,"label"\n${rows.join("\n")}\n`);
    const { import: id } = (await response.json()) as { import: string };
    const preview = await studio.get<{ classes: string[]; columns: { name: string }[] }>(`/api/imports/${id}`);
    expect(preview.columns[0].name).toBe(evil);
    const { project: made } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
      title: evil,
      label: "label",
      classes: preview.classes,
      roles: { [evil]: "text" },
      pixels: null,
      keepLabels: true,
      dropDuplicates: false,
    });
    const [item] = await studio.get<{ texts: object[] }[]>(`/api/projects/${made}/items?ids=0`);
    expect(item.texts).toEqual([{ name: evil, value: evil }]);
    const csv = await (await studio.raw(`/api/projects/${made}/export/csv`)).text();
    expect(csv).toContain("drop table event");
    expect((await studio.get<unknown[]>("/api/projects")).length).toBeGreaterThan(0);
  });
});

describe("answers", () => {
  test("that are sent again are acknowledged again and counted once", async () => {
    const event = answerEvent(3, 1);
    const first = await studio.post<{ last: number }>(`/api/projects/${project}/events`, { events: [event] });
    const again = await studio.post<{ last: number; results: object[] }>(`/api/projects/${project}/events`, {
      events: [event, event],
    });
    expect(again.last).toBe(first.last);
    expect(again.results).toEqual([
      { id: event.id, sequence: first.last, rejection: null },
      { id: event.id, sequence: first.last, rejection: null },
    ]);
  });
  test("to a question that was answered meanwhile are rejected as stale", async () => {
    const first = answerEvent(4, 1);
    const late = answerEvent(4, 2);
    const { results } = await studio.post<{ results: { rejection: { code: string } | null }[] }>(
      `/api/projects/${project}/events`,
      { events: [first, late] },
    );
    expect(results.map(({ rejection }) => rejection?.code ?? null)).toEqual([null, "stale"]);
  });
  test("of any malformed kind are rejected and leave no trace", async () => {
    const path = `/api/projects/${project}/events`;
    const before = (await studio.get<{ events: unknown[] }>(`/api/projects/${project}`)).events.length;
    const good = answerEvent(9, 1);
    for (const body of [
      {},
      { events: [] },
      { events: [{ ...good, kind: "import", body: { answers: [[1, 1]] } }] },
      { events: [{ ...good, id: "short" }] },
      { events: [{ ...good, at: "yesterday" }] },
      { events: [{ ...good, body: { ...good.body, item: -1 } }] },
      { events: [{ ...good, body: { ...good.body, item: 1.5 } }] },
      { events: [{ ...good, body: { ...good.body, to: "maybe" } }] },
      { events: [{ ...good, body: { ...good.body, by: "" } }] },
      { events: [{ ...good, body: { ...good.body, by: " Ann" } }] },
      { events: [{ ...good, body: { ...good.body, by: "Ann\n" } }] },
      { events: [{ ...good, body: { ...good.body, by: "A\u0000n" } }] },
      { events: [{ ...good, body: { ...good.body, by: "x".repeat(61) } }] },
      { events: [{ ...good, body: { ...good.body, by: 7 } }] },
    ]) {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      expect((await studio.raw(path, init)).status).toBe(400);
    }
    const wild = [answerEvent(99_999, 1), answerEvent(9, 77)];
    const { results } = await studio.post<{ results: { sequence: number | null }[] }>(path, { events: wild });
    expect(results.map(({ sequence }) => sequence)).toEqual([null, null]);
    expect((await studio.get<{ events: unknown[] }>(`/api/projects/${project}`)).events).toHaveLength(before);
  });
  test("and everything else take SQL in every field as text", async () => {
    const evil = "x'; drop table event; drop table project; --\"";
    const quoted = encodeURIComponent(evil);
    const before = (await studio.get<unknown[]>("/api/projects")).length;
    const events = (await studio.get<{ events: unknown[] }>(`/api/projects/${project}`)).events.length;
    const post = (body: object) => ({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const settings = { ...answerEvent(0, 0), kind: "settings", body: { guidelines: evil, highlight: evil, by: evil } };
    for (const [path, init] of [
      [`/api/projects/${quoted}`, {}],
      [`/api/projects/${quoted}/next`, {}],
      [`/api/projects/${quoted}`, { method: "DELETE" }],
      [`/api/projects/${quoted}/export/csv`, {}],
      [`/api/projects/${project}/export/${quoted}`, {}],
      [`/api/projects/${project}?after=${quoted}`, {}],
      [`/api/projects/${project}/items?ids=${quoted}`, {}],
      [`/api/projects/${project}/look?item=${quoted}`, {}],
      [`/api/projects/${project}/search?text=${quoted}`, {}],
      [`/api/projects/${project}/image?name=${quoted}.png`, {}],
      [`/api/imports/${quoted}`, {}],
      [`/api/imports/${quoted}?label=${quoted}`, {}],
      [`/api/imports/${quoted}`, { method: "DELETE" }],
      ["/api/demos", post({ name: evil })],
      [`/api/projects/${project}/events`, post({ events: [{ ...answerEvent(0, 0), kind: evil }] })],
      [`/api/projects/${project}/events`, post({ events: [{ ...settings, id: evil }] })],
      [`/api/projects/${project}/events`, post({ events: [{ ...answerEvent(5, 0, evil), id: `${evil}2` }] })],
    ] as [string, RequestInit][]) {
      const { status } = await studio.raw(path, init);
      expect([path, status < 500]).toEqual([path, true]);
    }
    expect(await studio.get<unknown[]>("/api/projects")).toHaveLength(before);
    const { events: after } = await studio.get<{ events: { kind: string; body: object }[] }>(
      `/api/projects/${project}`,
    );
    expect(after).toHaveLength(events + 1);
    expect(after.at(-1)).toMatchObject({ kind: "settings", body: { guidelines: evil, highlight: evil, by: evil } });
  });
  test("are not lost to a name with SQL in it", async () => {
    const id = `'; drop table event; --${crypto.randomUUID().slice(0, 8)}`;
    await studio.post(`/api/projects/${project}/events`, { events: [{ ...answerEvent(11, 0), id }] });
    const { events } = await studio.get<{ events: { id: string }[] }>(`/api/projects/${project}`);
    expect(events.at(-1)?.id).toBe(id);
  });
});
