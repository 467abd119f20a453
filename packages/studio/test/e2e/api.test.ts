// The REST API as programs use it: the client, a Python program, webhooks; then every call of the document with every kind
// of token.
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ClientError, isSigned, type StudioClient, studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writtenIn } from "../../../store/test/written-in.ts";
import { API_CALLS } from "../../src/protocol/api-calls.ts";
import { type Client, clientFor, type TestStudio, testStudio } from "./client.ts";

const PASSWORD = "three plain words";
const CSV = `width,height,kind\n${Array.from({ length: 30 }, (_, i) => `${i},${i % 7},${i < 4 ? ["low", "high"][i % 2] : ""}`).join("\n")}\n`;
let now = Date.parse("2026-01-31T12:00:00.000Z");
let studio: TestStudio;
let project: string;
let other: string;
let program: StudioClient;

type Plan = { name: string; scopes: string[]; projects?: string[] | null; days?: number | null };
const tokenOf = async (client: Client, plan: Plan) =>
  client.post<{ secret: string; token: { id: string } }>("/api/tokens", plan);
const clientWith = (token: string) => studioClient({ url: studio.base, token });
const ALL = ["read", "label", "review", "export", "create", "webhooks"];

async function joined(name: string, role: string, projects: string[]): Promise<Client> {
  const { token } = await studio.post<{ token: string }>("/api/invitations", { role, projects });
  const response = await fetch(`${studio.base}/api/invitation`, {
    method: "POST",
    headers: { origin: studio.base, "content-type": "application/json" },
    body: JSON.stringify({ token, name, password: PASSWORD }),
  });
  return clientFor(studio.base, response.headers.get("set-cookie")?.split(";")[0] ?? "");
}

beforeAll(async () => {
  studio = await testStudio({ clock: () => new Date(now) });
  program = clientWith((await tokenOf(studio, { name: "robot", scopes: ALL })).secret);
  ({ project } = await program.createProject({ demo: "iris" }));
  ({ project: other } = await program.createProject({ demo: "wine" }));
});
afterAll(() => studio?.stop());

describe("a program", () => {
  test("brings a file, labels what is asked, and takes the labels and the model home", async () => {
    const { upload } = await program.upload({ name: "things.csv", file: CSV });
    const made = await program.createProject({ upload: upload as string, title: "Things" });
    const before = await program.project({ project: made.project });
    expect(before).toMatchObject({ title: "Things", items: 30, labelled: 4 });
    expect([...before.classes].sort()).toEqual(["high", "low"]);
    const { items } = await program.next({ project: made.project, count: 5 });
    expect(items).toHaveLength(5);
    const labels = items.map(({ item }) => ({ item, label: item > 15 ? "high" : "low" }));
    const { results } = await program.label({ project: made.project, labels });
    expect(results.map(({ done }) => done)).toEqual(new Array(5).fill(true));
    expect((await program.project({ project: made.project })).labelled).toBe(9);
    expect((await program.model({ project: made.project })).labels).toBe(9);
    expect(await program.forecast({ project: made.project, target: 0.1 })).toMatchObject({ labels: 9 });
    const csv = new TextDecoder().decode(await program.export({ project: made.project, format: "csv", all: "0" }));
    expect(csv.trim().split("\n")).toHaveLength(10);
    expect(csv).toContain("robot");
    const model = JSON.parse(new TextDecoder().decode(await program.modelFile({ project: made.project })));
    expect(model).toHaveProperty("format");
    await program.removeProject({ project: made.project });
    await expect(program.project({ project: made.project })).rejects.toMatchObject({ status: 404 });
  });
  test("was told of classes that can be answers no more", async () => {
    const { project: changed } = await program.createProject({ demo: "iris" });
    const { classes } = await program.project({ project: changed });
    const body = { do: "retire", class: 0 };
    const events = [{ id: crypto.randomUUID(), at: new Date(now).toISOString(), kind: "class", body }];
    await studio.post(`/api/projects/${changed}/events`, { events });
    expect((await program.project({ project: changed })).classes).toEqual(classes.slice(1));
    const listed = (await program.projects()).find(({ id }) => id === changed);
    expect(listed?.classes).toEqual(classes.slice(1));
    await program.removeProject({ project: changed });
  });
  test("removed a project that was not there, and the audit trail said so", async () => {
    const missing = { status: 404, message: 'there is no project "nope"' };
    await expect(program.removeProject({ project: "nope" })).rejects.toMatchObject(missing);
    expect((await studio.raw("/api/projects/nope", { method: "DELETE" })).status).toBe(404);
    expect(JSON.stringify(await studio.get("/api/audit"))).not.toContain("nope");
  });
  test("lost the first line of a file without names, since it could not say how to read it", async () => {
    const lines = ["good,lovely day out", "bad,awful rain again", "good,super nice", "bad,rude people"].join("\n");
    const { upload } = await program.upload({ name: "hl.csv", file: lines });
    const asked = { upload: upload as string, title: "hl", label: "column1" };
    const made = await program.createProject({ ...asked, header: false });
    expect(await program.project({ project: made.project })).toMatchObject({ items: 4, classes: ["bad", "good"] });
    await program.removeProject({ project: made.project });
  });
  test("is told how to read a file that cannot be read without a decision", async () => {
    const { upload } = await program.upload({ name: "long.csv", file: "x,y,class\n1,2,a\n3,4,b\n5,6,a,b\n7,8,b\n" });
    const asked = { upload: upload as string, title: "long" };
    const message = expect.stringMatching(/^long.csv must have 3 cells .* line 4 .*; set ragged to "skip"/);
    await expect(program.createProject(asked)).rejects.toMatchObject({ status: 400, message });
    const made = await program.createProject({ ...asked, ragged: "skip" });
    expect(await program.project({ project: made.project })).toMatchObject({ items: 3 });
    await program.removeProject({ project: made.project });
  });
  test("was told of a function when it named a demo that is not there", async () => {
    const message = expect.stringMatching(/^there is no demo "nope"; choose one of .*iris/);
    await expect(program.createProject({ demo: "nope" })).rejects.toMatchObject({ status: 400, message });
  });
  test("is given other items than a second program", async () => {
    const second = clientWith((await tokenOf(studio, { name: "second", scopes: ["label"] })).secret);
    const [mine, theirs] = await Promise.all([program.next({ project, count: 8 }), second.next({ project, count: 8 })]);
    const ids = [...mine.items, ...theirs.items].map(({ item }) => item);
    expect(new Set(ids).size).toBe(ids.length);
    now += 2 * 60_000; // the lease is over
    const after = await second.next({ project, count: 8 });
    expect(after.items.some(({ item }) => mine.items.some((one) => one.item === item))).toBe(true);
    now += 2 * 60_000;
  });
  test("is not asked what is nearly the same as what another looks at", async () => {
    // Every row three times: without a word of each other two programs are asked the same question in other clothes.
    const row = (i: number) => `${(i % 10) * 7},${(i % 10) ** 2}`;
    const file = `a,b,kind\n${Array.from({ length: 30 }, (_, i) => `${row(i)},${i < 2 ? ["x", "y"][i] : ""}`).join("\n")}\n`;
    const { upload } = await program.upload({ name: "twins.csv", file });
    const made = await program.createProject({ upload: upload as string, title: "Twins" });
    const second = clientWith((await tokenOf(studio, { name: "beside", scopes: ["label"] })).secret);
    const [{ item }] = (await program.next({ project: made.project })).items;
    const theirs = await second.next({ project: made.project, count: 5 });
    expect(theirs.items.length).toBeGreaterThan(0);
    expect(theirs.items.map((one) => one.item % 10)).not.toContain(item % 10);
  });
  test("was given an item for a second opinion that somebody else had in hand for one; each is with one of them", async () => {
    const { project: pool } = await program.createProject({ demo: "iris" });
    const said = Array.from({ length: 30 }, (_, item) => ({ item, label: "setosa" }));
    await program.label({ project: pool, labels: said });
    const people = await Promise.all(
      ["Gil", "Hana"].map(async (name) => {
        const token = await tokenOf(await joined(name, "annotator", [pool]), { name: "x", scopes: ["label"] });
        return clientWith(token.secret);
      }),
    );
    const held = [new Set<number>(), new Set<number>()];
    for (let round = 0; round < 8; round++) {
      const body = { secondShare: 0.5, guidelines: `round ${round}` }; // the log grows, so there is another draw
      const event = { id: crypto.randomUUID(), kind: "settings", at: new Date(now).toISOString(), body };
      await studio.post(`/api/projects/${pool}/events`, { events: [event] });
      const asked = await Promise.all(people.map((one) => one.next({ project: pool })));
      for (const [at, { items }] of asked.entries())
        for (const { item, from } of items) if (from === "second") held[at].add(item);
    }
    expect(held.map(({ size }) => size)).toEqual([1, 1]); // the same until it is answered
    expect([...held[0]]).not.toEqual([...held[1]]);
    const [second] = held[0];
    const { results } = await people[0].label({ project: pool, labels: [{ item: second, label: "setosa" }] });
    expect(results[0].done).toBe(true);
    expect((await people[1].next({ project: pool, count: 5 })).items.map(({ item }) => item)).not.toContain(second);
  });
  test("sends a label twice without doubling it", async () => {
    const label = { item: 7, label: "setosa", id: crypto.randomUUID() };
    for (let i = 0; i < 2; i++) {
      const { results } = await program.label({ project, labels: [label] });
      expect(results).toEqual([{ item: 7, done: true, rejection: null }]);
    }
    const { events } = await studio.get<{ events: { body: { item?: number } }[] }>(`/api/projects/${project}`);
    expect(events.filter(({ body }) => body.item === 7)).toHaveLength(1);
  });
  test("is told per label what is wrong", async () => {
    const { results } = await program.label({
      project,
      labels: [
        { item: 8, label: "no such class" },
        { item: 9 },
        { item: 9, label: "setosa", aside: "skipped" },
        { item: 100_000, label: "setosa" },
        { item: 10, aside: "skipped" },
      ],
    });
    expect(results.map(({ done }) => done)).toEqual([false, false, false, false, true]);
    expect(results[0].rejection?.message).toBe("label must be one of setosa, versicolor, virginica");
    await expect(program.label({ project, labels: [] })).rejects.toBeInstanceOf(ClientError);
    await expect(program.export({ project, format: "none" })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining("the format must be one of csv"),
    });
  });
  test("finds what people disagree on, decides it, and measures agreement", async () => {
    const ann = clientWith(
      (await tokenOf(await joined("Ann", "annotator", [project]), { name: "x", scopes: ["label"] })).secret,
    );
    const said = [20, 21, 22, 23].map((item) => ({ item, label: "versicolor" }));
    await program.label({ project, labels: said });
    await ann.label({
      project,
      labels: said.map(({ item }) => ({ item, label: item === 20 ? "virginica" : "versicolor" })),
    });
    const disputed = await program.disputed({ project });
    expect(disputed.map(({ item, counts }) => [item.item, counts])).toEqual([[20, "virginica"]]);
    expect(disputed[0].opinions.map(({ by, label }) => `${by}: ${label}`).sort()).toEqual([
      "Ann: virginica",
      "robot: versicolor",
    ]);
    const agreement = await program.agreement({ project });
    // Of four items three agree. Cohen: both say versicolor 4/4 and 3/4, so chance is 3/4 and kappa 0.
    expect(agreement.pairs).toEqual([{ names: ["Ann", "robot"], items: 4, agreed: 3, kappa: 0 }]);
    // Fleiss: shares 7/8 and 1/8, chance 50/64, observed 3/4: (0.75 - 0.78125) / 0.21875.
    expect(agreement.fleiss?.kappa).toBeCloseTo(-1 / 7, 12);
    // Krippendorff: observed 2, expected 2 * 7 * 1 / 7 = 2.
    expect(agreement.alpha).toBeCloseTo(0, 12);
    expect(agreement.disputed).toBe(1);
    expect(agreement.reliability).toEqual({ decided: 0, people: [] });
    await program.review({ project, decisions: [{ item: 20, label: "versicolor" }] });
    expect(await program.disputed({ project })).toEqual([]);
    const again = await ann.label({ project, labels: [{ item: 20, label: "virginica" }] });
    expect(again.results[0]).toMatchObject({ done: false, rejection: { code: "role" } });
  });
});

test("ten lines of Python label a project", async (context) => {
  const file = fileURLToPath(new URL("../../../../examples/studio-api.py", import.meta.url));
  const { secret } = await tokenOf(studio, { name: "python", scopes: ["read", "label"] });
  const before = (await program.project({ project })).labelled;
  try {
    await promisify(execFile)("python3", ["--version"]);
  } catch {
    return context.skip();
  }
  const { stdout } = await promisify(execFile)("python3", [file, studio.base, secret, project]);
  expect(stdout.trim()).toBe(`${before + 5} labels`);
  return undefined;
});

describe("a webhook", () => {
  const heard: { body: string; signature: string | undefined }[] = [];
  let failures = 2;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      heard.push({ body, signature: request.headers["x-xpal-signature"] as string | undefined });
      response.statusCode = failures-- > 0 ? 503 : 204;
      response.end();
    });
  });
  beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", () => done())));
  afterAll(() => void server.close());
  const until = async (count: number) => {
    for (let i = 0; i < 4000 && heard.length < count; i++) {
      await new Promise((done) => setTimeout(done, 25));
      now += 500; // the pauses between tries pass quickly
    }
    expect(heard.length).toBeGreaterThanOrEqual(count);
  };

  test("was added for a project that is not there", async () => {
    const asked = { url: "https://example.org/hook", events: ["label" as const], project: "nope" };
    const missing = { status: 404, message: 'there is no project "nope"' };
    await expect(program.addWebhook(asked)).rejects.toMatchObject(missing);
    expect(await program.webhooks()).toEqual([]);
  });
  test("is called for a label, again until it is heard, and signed", async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id, secret } = await program.addWebhook({ url, events: ["label", "import"], project });
    expect((await program.webhooks()).map((one) => ("secret" in one ? "told" : one.id))).toEqual([id]);
    await program.label({ project, labels: [{ item: 40, label: "setosa" }] });
    await until(3);
    const [first, , third] = heard;
    expect(JSON.parse(third.body)).toMatchObject({
      event: "label",
      project,
      labels: [{ item: 40, label: "setosa", aside: null, by: "robot" }],
    });
    expect(third.body).toBe(first.body);
    expect(isSigned(third.body, third.signature, secret, { now })).toBe(true);
    // Forged: another body, another secret, a signature without the secret, and one that is old.
    expect(isSigned(`${third.body} `, third.signature, secret, { now })).toBe(false);
    expect(isSigned(third.body, third.signature, "another", { now })).toBe(false);
    const seconds = Math.floor(now / 1000);
    const forged = createHmac("sha256", "").update(`${seconds}.${third.body}`).digest("hex");
    expect(isSigned(third.body, `t=${seconds},v1=${forged}`, secret, { now })).toBe(false);
    expect(isSigned(third.body, third.signature, secret, { now: now + 3600_000 })).toBe(false);
    for (const header of [undefined, null, "", "t=1", "v1=00", `t=${seconds},v1=${"0".repeat(64)}`])
      expect(isSigned(third.body, header, secret, { now })).toBe(false);
  });
  test("hears of answers on the page, and not of other projects", async () => {
    const count = heard.length;
    const event = (item: number) => ({
      id: crypto.randomUUID(),
      kind: "answer",
      at: "2026-01-31T12:00:00.000Z",
      body: { item, to: 1, was: null, by: "me" },
    });
    await studio.post(`/api/projects/${other}/events`, { events: [event(3)] });
    await studio.post(`/api/projects/${project}/events`, { events: [event(41)] });
    await until(count + 1);
    expect(JSON.parse(heard[count].body)).toMatchObject({
      project,
      labels: [{ item: 41, label: "versicolor", by: "me" }],
    });
    const [{ id }] = await program.webhooks();
    await program.removeWebhook({ webhook: id });
    await studio.post(`/api/projects/${project}/events`, { events: [event(42)] });
    await new Promise((done) => setTimeout(done, 100));
    expect(heard).toHaveLength(count + 1);
  });
  test("is called when a project was made and when rows joined it", async () => {
    const count = heard.length;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id } = await program.addWebhook({ url, events: ["import"], project: null });
    const { upload } = await program.upload({ name: "few.csv", file: CSV });
    const made = await program.createProject({ upload: upload as string, title: "few", label: "kind" });
    await until(count + 1);
    expect(JSON.parse(heard[count].body)).toMatchObject({ event: "import", project: made.project });
    const more = (await (await studio.upload("more.csv", CSV.replace("\n0,", "\n99,"))).json()) as { import: string };
    await studio.post(`/api/imports/${more.import}/rows`, { project: made.project });
    await until(count + 2);
    expect(JSON.parse(heard[count + 1].body)).toMatchObject({ event: "import", project: made.project });
    const demo = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    await until(count + 3);
    expect(JSON.parse(heard[count + 2].body)).toMatchObject({ event: "import", project: demo.project });
    const file = await (await studio.raw(`/api/projects/${demo.project}/file`)).arrayBuffer();
    await program.removeProject({ project: demo.project });
    await studio.upload("iris.xpal", file);
    await until(count + 4);
    await studio.upload("iris.xpal", file); // is there, and nothing new
    const { project: last } = await program.createProject({ demo: "wine" });
    await until(count + 5);
    expect(heard.slice(count + 3).map(({ body }) => JSON.parse(body).project)).toEqual([demo.project, last]);
    await program.removeWebhook({ webhook: id });
  });
  test.each(["ftp://a.org", "http://a.org/", "https://user:pass@a.org/", "javascript:alert(1)", "no address"])(
    "is rejected at %s",
    async (url) => {
      await expect(program.addWebhook({ url, events: ["label"] })).rejects.toMatchObject({ status: 400 });
    },
  );
});

describe("route by route of the OpenAPI document", () => {
  type Document = {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; description: string }>>;
  };
  let routes: { method: string; path: string; name: string; scope: string }[];
  let withHeads: typeof routes;
  const SAMPLES: Record<string, string> = { format: "csv", webhook: "none" };
  const QUERIES: Record<string, string> = { items: "?ids=0", forecast: "?target=0.1", upload: "?name=a.csv" };

  beforeAll(async () => {
    const document = (await (await fetch(`${studio.base}/api/v1/openapi.json`)).json()) as Document;
    expect(document.openapi).toBe("3.1.0");
    routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, description }]) => {
        const scope = /scope (\w+)/.exec(description)?.[1] as string;
        return { method: method.toUpperCase(), path, name: operationId, scope };
      }),
    );
    // What answers GET answers HEAD, too.
    const heads = routes.filter(({ method }) => method === "GET").map((route) => ({ ...route, method: "HEAD" }));
    withHeads = [...routes, ...heads];
  });

  const ask = ({ method, path, name }: (typeof routes)[number], headers: Record<string, string>, id = project) => {
    const filled = path.replace("{project}", id).replace(/\{(\w+)\}/g, (_, key: string) => SAMPLES[key]);
    const body = method === "POST" ? { body: "{}" } : {};
    return fetch(`${studio.base}/api/v1${filled.replace(/^\/api\/v1/, "")}${QUERIES[name] ?? ""}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...body,
    });
  };
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  test("all calls of the table are in it", () => {
    expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(API_CALLS).sort());
  });
  test("none answers without a token, by a cookie, or with a token that is wrong, revoked or expired", async () => {
    const revoked = await tokenOf(studio, { name: "revoked", scopes: ALL });
    await studio.raw(`/api/tokens/${revoked.token.id}`, { method: "DELETE" });
    const expired = await tokenOf(studio, { name: "expired", scopes: ALL, days: 1 });
    now += 24 * 3600_000;
    for (const route of withHeads) {
      for (const headers of [
        {},
        { cookie: studio.cookie, origin: studio.base },
        bearer("xpal_guess"),
        bearer(`${revoked.secret}`),
        bearer(expired.secret),
        bearer(`${expired.secret}x`),
        { authorization: "Basic eDp5" },
      ] as Record<string, string>[]) {
        const response = await ask(route, headers);
        expect([route.method, route.name, response.status]).toEqual([route.method, route.name, 401]);
      }
    }
  });
  test("each takes its own scope, and no other is enough", async () => {
    const secrets = new Map<string, string>();
    for (const scope of ALL) {
      const scopes = ALL.filter((one) => one !== scope);
      secrets.set(scope, (await tokenOf(studio, { name: `without ${scope}`, scopes })).secret);
    }
    for (const route of withHeads) {
      const response = await ask(route, bearer(secrets.get(route.scope) as string));
      expect([route.method, route.name, response.status]).toEqual([route.method, route.name, 403]);
    }
  });
  test("none shows another project, not even that it is there", async () => {
    const ben = await joined("Ben", "reviewer", [project]);
    const theirs = (await tokenOf(ben, { name: "x", scopes: ["read", "label", "review", "export"] })).secret;
    const narrow = (await tokenOf(studio, { name: "narrow", scopes: ALL, projects: [project] })).secret;
    for (const route of withHeads.filter(({ path }) => path.includes("{project}"))) {
      for (const secret of [theirs, narrow]) {
        const response = await ask(route, bearer(secret), other);
        if (route.scope === "create" && secret === theirs) expect(response.status).toBe(403);
        else expect([route.name, response.status]).toEqual([route.name, 404]);
      }
    }
    const list = await clientWith(narrow).projects();
    expect(list.map(({ id }) => id)).toEqual([project]);
    await expect(clientWith(narrow).createProject({ demo: "iris" })).rejects.toMatchObject({ status: 403 });
    for (const name of ["a.csv", "a.xpal"]) // a project file would be a project at once
      await expect(clientWith(narrow).upload({ name, file: CSV })).rejects.toMatchObject({ status: 403 });
    await expect(clientWith(narrow).addWebhook({ url: "https://a.org/", events: ["label"] })).rejects.toMatchObject({
      status: 403,
    });
  });
  test("an annotator hands out no more than an annotator may do, and a token loses what its person loses", async () => {
    const cleo = await joined("Cleo", "reviewer", [project]);
    const { secret } = await tokenOf(cleo, { name: "x", scopes: ["read", "label", "review", "export"] });
    const client = clientWith(secret);
    await client.export({ project, format: "csv" });
    await studio.post("/api/people/Cleo", { role: "annotator" });
    await expect(client.export({ project, format: "csv" })).rejects.toMatchObject({ status: 403 });
    await expect(client.disputed({ project })).rejects.toMatchObject({ status: 403 });
    expect((await client.model({ project })).confusion).toEqual({});
    await expect(tokenOf(cleo, { name: "y", scopes: ["export"] })).rejects.toThrow("403");
    expect(JSON.stringify(await client.next({ project, count: 3 }))).not.toMatch(/"to":|"label":|"predicted":/);
    await studio.post("/api/people/Cleo", { active: false });
    await expect(client.project({ project })).rejects.toMatchObject({ status: 401 });
  });
  test("an annotator's session reaches no admin route of the page", async () => {
    const dora = await joined("Dora", "annotator", [project]);
    type Paths = { paths: Record<string, Record<string, unknown>> };
    const { paths } = (await studio.get<Paths>("/api/openapi.json")) as Paths;
    const open: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      if (path.startsWith("/api/v1/")) continue;
      for (const method of Object.keys(methods)) {
        if (path === "/api/session" && method === "delete") continue; // would log her out here
        const filled = path.replace("{project}", other).replace(/\{\w+\}/g, "none");
        const init = { method: method.toUpperCase(), headers: { "content-type": "application/json" } };
        const { status } = await dora.raw(filled, method === "post" ? { ...init, body: "{}" } : init);
        if (path.includes("{project}")) expect([path, [403, 404].includes(status)]).toEqual([path, true]);
        else if (status !== 403) open.push(`${method} ${path}`);
      }
    }
    expect(open.sort()).toEqual([
      "delete /api/sessions/{session}",
      "delete /api/tokens/{token}",
      "get /api/demos",
      "get /api/projects",
      "get /api/session",
      "get /api/sessions",
      "get /api/tokens",
      "post /api/invitation",
      "post /api/invitation/look",
      "post /api/password",
      "post /api/session",
      "post /api/tokens",
    ]);
  });
  test("no token is stored in plain text", async () => {
    const { secret } = await tokenOf(studio, { name: "kept secret", scopes: ["read"] });
    const bytes = await writtenIn(studio.dataDir);
    expect(bytes).toContain("kept secret");
    expect(bytes).not.toContain(secret);
  });
});
