// An admin who is shut out, or is an admin no longer: what they made for later must not let anybody in.
import { studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, clientFor, type TestStudio, testStudio } from "./client.ts";

const PASSWORD = "three plain words";
let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

const invited = async (by: Client, role: string) =>
  (await by.post<{ token: string }>("/api/invitations", { role })).token;
const ask = (path: string, body: object) =>
  fetch(`${studio.base}/api/invitation${path}`, {
    method: "POST",
    headers: { origin: studio.base, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const join = (token: string, name: string) => ask("", { token, name, password: PASSWORD });
const listed = async () => (await studio.get<{ invitations: { by: string }[] }>("/api/people")).invitations;

test.each([
  ["Eve", { active: false }],
  ["Fay", { role: "reviewer" }],
])("%s, made %o, still let admins in by an invitation of before: it counts no more", async (name, change) => {
  const joined = await join(await invited(studio, "admin"), name);
  const admin = clientFor(studio.base, joined.headers.get("set-cookie")?.split(";")[0] ?? "");
  const token = await invited(admin, "admin");
  const own = await invited(studio, "annotator");
  expect((await listed()).map(({ by }) => by)).toContain(name);
  expect((await ask("/look", { token })).status).toBe(200);
  await studio.post(`/api/people/${name}`, change);
  expect((await ask("/look", { token })).status).toBe(404);
  expect((await join(token, `friend of ${name}`)).status).toBe(404);
  expect((await listed()).map(({ by }) => by)).not.toContain(name);
  expect((await join(own, `guest beside ${name}`)).status).toBe(200); // the owner's counts
  await studio.post(`/api/people/${name}`, { active: true, role: "admin" });
  expect((await join(token, `friend of ${name}`)).status).toBe(200);
});

test("a webhook is added in the name of an account, which the list does not tell", async () => {
  const joined = await join(await invited(studio, "admin"), "Gus");
  const gus = clientFor(studio.base, joined.headers.get("set-cookie")?.split(";")[0] ?? "");
  const { secret } = await gus.post<{ secret: string }>("/api/tokens", { name: "hook", scopes: ["webhooks"] });
  const program = studioClient({ url: studio.base, token: secret });
  const added = await program.addWebhook({ url: "https://a.example/", events: ["label"], project: null });
  const { secret: told, ...shown } = added;
  expect(told).toHaveLength(43);
  expect(await program.webhooks()).toEqual([shown]);
  expect(Object.keys(shown).sort()).toEqual(["at", "by", "events", "id", "project", "url"]);
  expect(shown.by).toBe("Gus");
});

test("an account could have the name by which the owner's deeds are known: it is rejected", async () => {
  const response = await join(await invited(studio, "annotator"), "The Owner");
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    400,
    "this name stands for whoever started the program; take another",
  ]);
});
