// Accounts over HTTP: invitations, log-in, sessions, roles, the audit trail.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writtenIn } from "../../../store/test/written-in.ts";
import { answerEvent, type Client, clientFor, type TestStudio, testStudio } from "./client.ts";

const PASSWORD = "three plain words";
let now = Date.parse("2026-01-31T12:00:00.000Z");
let studio: TestStudio;
let project: string;
let other: string;

beforeAll(async () => {
  studio = await testStudio({ clock: () => new Date(now) });
  ({ project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" }));
  ({ project: other } = await studio.post<{ project: string }>("/api/demos", { name: "wine" }));
});
afterAll(() => studio?.stop());

type Sent = { status: number; body: { code?: string; message?: string } & Record<string, unknown>; cookie: string };

/** A request of somebody who is not logged in. */
async function nobody(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(studio.base + path, {
    method: "POST",
    headers: { origin: studio.base, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { status: response.status, body: (await response.json()) as Sent["body"], cookie };
}

async function invited(role: string, projects: string[], days = 7): Promise<string> {
  const asked = { role, projects, days };
  return (await studio.post<{ token: string }>("/api/invitations", asked)).token;
}

async function joined(name: string, role: string, projects: string[]): Promise<Client> {
  const { cookie } = await nobody("/api/invitation", {
    token: await invited(role, projects),
    name,
    password: PASSWORD,
  });
  return clientFor(studio.base, cookie);
}

const statusOf = async (client: Client, path: string, init?: RequestInit) => (await client.raw(path, init)).status;

describe("an invitation", () => {
  test("makes an account once, and logs in", async () => {
    const token = await invited("annotator", [project]);
    expect(await nobody("/api/invitation/look", { token })).toMatchObject({ status: 200, body: { role: "annotator" } });
    const first = await nobody("/api/invitation", { token, name: "Ann", password: PASSWORD });
    expect([first.status, first.body]).toEqual([200, { name: "Ann", role: "annotator", via: "account" }]);
    expect(await nobody("/api/invitation", { token, name: "Bob", password: PASSWORD })).toMatchObject({ status: 404 });
    const me = await clientFor(studio.base, first.cookie).get("/api/session");
    expect(me).toEqual({ me: { name: "Ann", role: "annotator", via: "account" }, accounts: true });
  });
  test("is used by one of several who use it at the same time", async () => {
    const token = await invited("annotator", []);
    const names = ["Race 1", "Race 2", "Race 3", "Race 4"];
    const sent = await Promise.all(names.map((name) => nobody("/api/invitation", { token, name, password: PASSWORD })));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    const { people } = await studio.get<{ people: { name: string }[] }>("/api/people");
    expect(people.filter(({ name }) => names.includes(name))).toHaveLength(1);
  });
  test("expires, and can be withdrawn", async () => {
    const late = await invited("admin", [], 1);
    now += 24 * 3600_000;
    expect(await nobody("/api/invitation", { token: late, name: "Late", password: PASSWORD })).toMatchObject({
      status: 404,
    });
    const token = await invited("admin", []);
    const { invitations } = await studio.get<{ invitations: { id: string; role: string }[] }>("/api/people");
    const gone = await studio.raw(`/api/invitations/${invitations[0].id}`, { method: "DELETE" });
    expect(gone.status).toBe(200);
    expect(await nobody("/api/invitation/look", { token })).toMatchObject({ status: 404 });
  });
  test.each([
    ["", "a name must be one line"],
    [" Ann", "a name must be one line"],
    ["a\nb", "a name must be one line"],
    ["x".repeat(61), "a name must be one line"],
    ["Me", "this name stands for answers without one"],
    ["Program llama", 'names that begin with "program " stand for programs'],
    ["ANN", 'the name "ANN" is taken'],
  ])("rejects the name %j and can be used again", async (name, message) => {
    const token = await invited("annotator", []);
    const rejected = await nobody("/api/invitation", { token, name, password: PASSWORD });
    expect(rejected.status).toBeGreaterThanOrEqual(400);
    if (name !== "") expect(rejected.body.message).toContain(message);
    const good = await nobody("/api/invitation", { token, name: `Good ${crypto.randomUUID()}`, password: PASSWORD });
    expect(good.status).toBe(200);
  });
  test.each(["short", "x".repeat(201), "I am Ursula!"])("rejects the password %j", async (password) => {
    const token = await invited("annotator", []);
    const rejected = await nobody("/api/invitation", { token, name: "Ursula", password });
    expect(rejected).toMatchObject({ status: 400, body: { message: expect.stringContaining("a password must") } });
  });
});

describe("log-in", () => {
  test("takes the name in any case, and sets a cookie that scripts and other sites cannot use", async () => {
    const response = await fetch(`${studio.base}/api/session`, {
      method: "POST",
      headers: { origin: studio.base, "content-type": "application/json" },
      body: JSON.stringify({ name: "ann", password: PASSWORD }),
    });
    expect([response.status, await response.json()]).toEqual([200, { name: "Ann", role: "annotator", via: "account" }]);
    expect(response.headers.get("set-cookie")).toMatch(/HttpOnly/);
    expect(response.headers.get("set-cookie")).toMatch(/SameSite=Strict/);
  });
  test("says the same of a wrong password and of a name that nobody has", async () => {
    const wrong = await nobody("/api/session", { name: "Ann", password: "wrong password" });
    const none = await nobody("/api/session", { name: "Nobody at all", password: "wrong password" });
    expect([wrong.status, none.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(none.body);
  });
  test("is rejected from another page", async () => {
    const sent = await nobody("/api/session", { name: "Ann", password: PASSWORD }, { origin: "http://evil.example" });
    expect([sent.status, sent.cookie]).toEqual([403, ""]);
  });
  test("slows down whoever guesses, and not the browser of whoever was here before: a stranger's guesses locked a name out", async () => {
    now += 3600_000;
    const send = (password: string, cookie = "") =>
      fetch(`${studio.base}/api/session`, {
        method: "POST",
        headers: { origin: studio.base, "content-type": "application/json", cookie },
        body: JSON.stringify({ name: "Ann", password }),
      });
    const device = (await send(PASSWORD)).headers.getSetCookie()[1];
    expect(device).toMatch(/^xpal-studio-\w+-device=.*; Path=\/api\/session; HttpOnly; SameSite=Strict$/);
    const tries = await Promise.all(Array.from({ length: 12 }, (_, i) => send(`guess ${i}`)));
    expect(tries.map(({ status }) => status).sort()).toEqual([...new Array(10).fill(401), 429, 429]);
    expect((await send(PASSWORD)).status).toBe(429);
    expect((await send(PASSWORD, device.split(";")[0])).status).toBe(200);
    now += 15 * 60_000;
    expect((await send(PASSWORD)).status).toBe(200);
  });
  test("ends when the person logs out, when an admin ends it, and by time", async () => {
    const bea = await joined("Bea", "annotator", [project]);
    expect(await statusOf(bea, "/api/projects")).toBe(200);
    expect(await statusOf(bea, "/api/session", { method: "DELETE" })).toBe(200);
    expect(await statusOf(bea, "/api/projects")).toBe(401);
    const again = clientFor(studio.base, (await nobody("/api/session", { name: "Bea", password: PASSWORD })).cookie);
    await studio.post("/api/people/Bea", { logOut: true });
    expect(await statusOf(again, "/api/projects")).toBe(401);
    const third = clientFor(studio.base, (await nobody("/api/session", { name: "Bea", password: PASSWORD })).cookie);
    await studio.post("/api/people/Bea", { active: false });
    expect(await statusOf(third, "/api/projects")).toBe(401);
    expect((await nobody("/api/session", { name: "Bea", password: PASSWORD })).status).toBe(401);
    await studio.post("/api/people/Bea", { active: true });
    expect(await statusOf(third, "/api/projects")).toBe(401);
    const fourth = clientFor(studio.base, (await nobody("/api/session", { name: "Bea", password: PASSWORD })).cookie);
    const before = now;
    now += 30 * 24 * 3600_000;
    expect(await statusOf(fourth, "/api/projects")).toBe(401);
    now = before;
  });
  test("in other browsers ends with a change of the password", async () => {
    const here = clientFor(studio.base, (await nobody("/api/session", { name: "Bea", password: PASSWORD })).cookie);
    const there = clientFor(studio.base, (await nobody("/api/session", { name: "Bea", password: PASSWORD })).cookie);
    expect((await here.get<{ current: boolean }[]>("/api/sessions")).filter(({ current }) => current)).toHaveLength(1);
    const change = (old: string, password: string) =>
      statusOf(here, "/api/password", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ old, password }),
      });
    // Whoever comes upon an open session guesses the old password as slowly as on entry.
    const guesses = Array.from({ length: 12 }, (_, i) => change(`guess ${i}`, "four plain words too"));
    expect((await Promise.all(guesses)).sort()).toEqual([...new Array(10).fill(400), 429, 429]);
    expect(await change(PASSWORD, "four plain words too")).toBe(429);
    now += 15 * 60_000;
    expect(await change(PASSWORD, "four plain words too")).toBe(200);
    expect(await statusOf(here, "/api/projects")).toBe(200);
    expect(await statusOf(there, "/api/projects")).toBe(401);
    expect((await nobody("/api/session", { name: "Bea", password: PASSWORD })).status).toBe(401);
    expect((await nobody("/api/session", { name: "Bea", password: "four plain words too" })).status).toBe(200);
  });
});

describe("roles", () => {
  let ann: Client;
  let ben: Client;
  let rita: Client;
  beforeAll(async () => {
    ann = await joined("Annie", "annotator", [project]);
    ben = await joined("Ben", "annotator", [project]);
    rita = await joined("Rita", "reviewer", [project]);
  });
  type Answers = { results: { id: string; sequence: number | null; rejection: { code: string } | null }[] };
  const send = (client: Client, events: unknown[]) =>
    client.post<Answers>(`/api/projects/${project}/events`, { events });
  type Logged = { events: { id: string; kind: string; body: Record<string, unknown> }[] };
  const logOf = async (client: Client) => (await client.get<Logged>(`/api/projects/${project}`)).events;

  test("show people the projects that they work on, and no others", async () => {
    const ids = async (client: Client) => (await client.get<{ id: string }[]>("/api/projects")).map(({ id }) => id);
    expect(await ids(ann)).toEqual([project]);
    expect((await ids(studio)).sort()).toEqual([project, other].sort());
    for (const path of ["", "/next", "/items?ids=0", "/live", "/model"])
      expect([path, await statusOf(ann, `/api/projects/${other}${path}`)]).toEqual([path, 404]);
    const made = await ann.raw(`/api/projects/${other}`);
    const none = await ann.raw("/api/projects/none");
    expect(await made.text()).toBe((await none.text()).replace("none", other));
  });
  test("put one's own name beside an answer, whatever the request says", async () => {
    const event = answerEvent(3, 1);
    const { results } = await send(ann, [{ ...event, body: { ...event.body, by: "Rita" } }]);
    expect(results[0].rejection).toBeNull();
    expect((await logOf(studio)).find(({ id }) => id === event.id)?.body.by).toBe("Annie");
    // and the same event again is the same event
    expect((await send(ann, [event])).results[0].sequence).toBe(results[0].sequence);
  });
  test("hide the answers of others from annotators, and show them to reviewers", async () => {
    const seen = (await logOf(ben)).find(({ body }) => body.item === 3)?.body;
    expect(seen).toEqual({ item: 3, to: "hidden", was: null, by: "Annie" });
    expect((await logOf(ann)).find(({ body }) => body.item === 3)?.body.to).toBe(1);
    expect((await logOf(rita)).find(({ body }) => body.item === 3)?.body.to).toBe(1);
    const look = await ben.get<{ answers: unknown; near: unknown[]; predicted: number }>(
      `/api/projects/${project}/look?item=3`,
    );
    expect([look.answers, look.near, look.predicted]).toEqual([null, [], 0]);
    const beside = await ben.get<{ near: { item: number }[] }>(`/api/projects/${project}/look?item=4`);
    expect(beside.near.map(({ item }) => item)).not.toContain(3);
    expect(
      (await rita.get<{ near: { item: number }[] }>(`/api/projects/${project}/look?item=4`)).near.map(
        ({ item }) => item,
      ),
    ).toContain(3);
  });
  test("hide them in the live stream too", async () => {
    const controller = new AbortController();
    const stream = await ben.raw(`/api/projects/${project}/live?after=0`, { signal: controller.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("event: here")) text += (await reader.read()).value ?? "";
    controller.abort();
    expect(text).toContain('"to":"hidden"');
    expect(text).not.toMatch(/"item":3,"to":1/);
  });
  test("let annotators answer, give a second opinion and undo their own, and nothing else", async () => {
    const first = (await logOf(ben)).find(({ body }) => body.item === 3)!;
    const opinion = answerEvent(3, 2, first.id);
    expect((await send(ben, [opinion])).results[0].rejection).toBeNull();
    // Who could see what the model has learned from the other one could also change their own.
    for (const client of [ann, ben]) {
      const look = await client.get<{ answers: unknown }>(`/api/projects/${project}/look?item=3`);
      expect(look.answers).toBeNull();
    }
    const at = "2026-01-31T12:00:00.000Z";
    const rejected = await send(ann, [
      { id: crypto.randomUUID(), at, kind: "undo", body: { of: opinion.id } },
      answerEvent(3, 0, opinion.id), // Ben has answered since
      answerEvent(3, null, opinion.id),
      { id: crypto.randomUUID(), at, kind: "change", body: { items: [3], to: 0 } },
      { id: crypto.randomUUID(), at, kind: "settings", body: { guidelines: "" } },
      { id: crypto.randomUUID(), at, kind: "class", body: { do: "rename", class: 0, name: "x" } },
      { id: crypto.randomUUID(), at, kind: "column", body: { column: "petal_width_cm", use: "ignored" } },
    ]);
    expect(rejected.results.map(({ sequence }) => sequence)).toEqual(new Array(7).fill(null));
    const change = { id: crypto.randomUUID(), at, kind: "change", body: { items: [3], to: 0 } };
    expect((await send(rita, [change])).results[0].rejection).toBeNull();
    const third = await send(ben, [answerEvent(3, 2, change.id)]);
    expect(third.results[0].rejection).toMatchObject({ code: "role" });
    const undo = { id: crypto.randomUUID(), at, kind: "undo", body: { of: opinion.id } };
    expect((await send(ben, [undo])).results[0].rejection).toBeNull();
  });
  test("are changed at once, for sessions that are open", async () => {
    const cleo = await joined("Cleo", "annotator", []);
    expect(await statusOf(cleo, `/api/projects/${project}/export/csv`)).toBe(403);
    await studio.post("/api/people/Cleo", { role: "reviewer", projects: [project] });
    expect(await statusOf(cleo, `/api/projects/${project}/export/csv`)).toBe(200);
    await studio.post("/api/people/Cleo", { role: "annotator", projects: [] });
    expect(await statusOf(cleo, `/api/projects/${project}/next`)).toBe(404);
  });
  test("that were taken away went on in a live stream that was open", async () => {
    const dan = await joined("Dan", "reviewer", [project]);
    const stream = await dan.raw(`/api/projects/${project}/live`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const heard = async (word: string) => {
      while (!text.includes(word)) {
        const { value, done } = await reader.read();
        if (done) return false;
        text += value;
      }
      return true;
    };
    const [shown, hidden, unheard] = [answerEvent(60, 1), answerEvent(61, 1), answerEvent(62, 1)];
    expect(await heard("event: here")).toBe(true);
    await send(ann, [shown]);
    expect(await heard(shown.id)).toBe(true);
    expect(text).toContain('"item":60,"to":1');
    await studio.post("/api/people/Dan", { role: "annotator" });
    await send(ann, [hidden]);
    expect(await heard(hidden.id)).toBe(true);
    expect(text).not.toContain('"item":61,"to":1');
    await studio.post("/api/people/Dan", { role: "reviewer" });
    const again = await dan.raw(`/api/projects/${project}/live`);
    await reader.cancel();
    const second = again.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await second.read()).value).toContain("event: here");
    await studio.post("/api/people/Dan", { logOut: true });
    await send(ann, [unheard]);
    expect((await second.read()).done).toBe(true);
  });
  test("that were taken away still let a person undo what they had done in them", async () => {
    const eve = await joined("Eve", "admin", [project]);
    const at = "2026-01-31T12:00:00.000Z";
    const event = (kind: string, body: object) => ({ id: crypto.randomUUID(), at, kind, body });
    const own = answerEvent(70, 1);
    const merge = event("class", { do: "merge", class: 2, into: 1 });
    const column = event("column", { column: "petal_width_cm", use: "ignored" });
    const decided = event("change", { items: [71], to: 0 });
    const undone = event("change", { items: [72], to: 0 });
    const undo = ({ id }: { id: string }) => event("undo", { of: id });
    await send(eve, [own, merge, column, decided, undone, undo(undone)]);
    await studio.post("/api/people/Eve", { role: "annotator", projects: [project] });
    const moves = [undo(merge), undo(column), undo(decided), event("redo", { of: undone.id }), undo(own)];
    const { results } = await send(eve, moves);
    const codeOf = new Map(results.map(({ id, rejection }) => [id, rejection?.code ?? null]));
    expect(moves.map(({ id }) => codeOf.get(id))).toEqual(["role", "role", "role", "role", null]);
    await studio.post("/api/people/Eve", { role: "admin" });
    const back = [undo(merge), undo(column), undo(decided)];
    expect((await send(eve, back)).results.map(({ rejection }) => rejection)).toEqual([null, null, null]);
  });
  test("are told in one sentence to whoever lacks one", async () => {
    const response = await ann.raw("/api/people");
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: "role", message: "this needs the role admin, and yours is annotator" },
    ]);
  });
});

test("the audit trail names who did what to what, the newest first, page by page", async () => {
  type Entry = { id: string; who: string; what: string; about: string | null };
  const all = await studio.get<Entry[]>("/api/audit?limit=200");
  const saying = all.map(({ who, what }) => `${who} ${what}`);
  for (const line of [
    "the owner began a demo",
    "the owner invited somebody",
    "Ann joined as annotator",
    "Ann logged in",
    "nobody failed to log in",
    "Bea logged out",
    "Bea changed the password",
    "Cleo exported the answers",
    "the owner changed a person",
  ])
    expect(saying).toContain(line);
  expect(all.find(({ what }) => what === "exported the answers")?.about).toBe(`${project} csv`);
  expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort().reverse());
  const pages: Entry[] = [];
  for (let before = ""; pages.length < all.length; before = `&before=${encodeURIComponent(pages.at(-1)!.id)}`)
    pages.push(...(await studio.get<Entry[]>(`/api/audit?limit=7${before}`)));
  expect(pages).toEqual(all);
});

test("no password, invitation or session is stored in plain text", async () => {
  const token = await invited("admin", []);
  const dora = await joined("Dora", "annotator", []);
  const bytes = await writtenIn(studio.dataDir);
  expect(bytes).toContain("Dora");
  for (const secret of [PASSWORD, token, dora.cookie.split("=")[1]]) expect(bytes).not.toContain(secret);
});
