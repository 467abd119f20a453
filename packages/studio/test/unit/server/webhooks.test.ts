// Webhooks while something is the matter: the store fails or is slow, a receiver does not answer, whoever added one is shut out.
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store, type StoredRecord } from "@xpal/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Accounts } from "../../../src/server/accounts/accounts.ts";
import { OWNER } from "../../../src/server/accounts/person.ts";
import { Tokens } from "../../../src/server/accounts/tokens.ts";
import { Webhooks } from "../../../src/server/api/webhooks.ts";
import { StudioSecret } from "../../../src/server/studio-secret.ts";

const clock = () => new Date();
const owner = { by: "robot", account: null };
let secret: StudioSecret;
let logged: { what: string; particulars: unknown }[];
const log = (what: string, particulars?: unknown) => void logged.push({ what, particulars });
let folder: string;
let store: Store;
let webhooks: Webhooks | undefined;
/** What was heard, as "host number"; "host late" for a receiver that was given up. */
let heard: string[];
let answerOf: (host: string) => Promise<number>;

const receivers = (async (url: string, { body, signal }: RequestInit) => {
  const { hostname } = new URL(url);
  heard.push(`${hostname} ${JSON.parse(body as string).number}`);
  let isAnswered = false;
  const late = new Promise<never>((_, fail) => {
    signal?.addEventListener("abort", () => {
      if (isAnswered) return; // the time limit passes after an answer too, perhaps in another test
      heard.push(`${hostname} late`);
      fail(new Error("late"));
    });
  });
  const status = await Promise.race([answerOf(hostname), late]);
  isAnswered = true;
  return new Response(null, { status });
}) as typeof fetch;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-webhooks-"));
  store = await openStore(`sqlite:${join(folder, "studio.sqlite")}`);
  heard = [];
  logged = [];
  secret = new StudioSecret("a secret of more than 32 characters");
  answerOf = async () => 204;
});
afterEach(async () => {
  await webhooks?.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Webhooks on a store in which listing goes another way. */
function webhooksOn(list: Store["records"]["list"] = (...asked) => store.records.list(...asked)): Webhooks {
  const records = Object.assign(Object.create(store.records), { list }) as Store["records"];
  const accounts = new Accounts(store, clock);
  const tokens = new Tokens(store, accounts, clock);
  const parts = { fetch: receivers, clock, log, secret, accounts, tokens };
  webhooks = new Webhooks({ ...store, records } as Store, parts);
  return webhooks;
}
const madeToken = async (name: string, days: number | null = null) =>
  (await new Tokens(store, new Accounts(store, clock), clock).make(OWNER, { name, scopes: [], projects: null, days }))
    .token.id;
const add = async (host: string, adder: { by: string; account: string | null; token?: string } = owner) =>
  webhooks?.add(
    { url: `https://${host}/`, events: ["label"], project: null },
    { ...adder, token: adder.token ?? (await madeToken(`token of ${host}`)) },
  );
const tell = (number: number) => webhooks?.tell("label", "p", { number });
const waiting = async () => (await store.records.list("delivery")).length;

test("one failure of the store ended all deliveries: what waits is sent after it", async () => {
  const statuses = [503, 204];
  let failures = 0;
  answerOf = async () => statuses.shift() ?? 204;
  webhooksOn(async (kind, range) => {
    // The look after the first try fails.
    if (kind === "delivery" && heard.length === 1 && failures++ === 0) throw new Error("the database is away");
    return store.records.list(kind, range);
  });
  await add("a");
  await tell(1);
  await expect.poll(() => heard).toEqual(["a 1", "a 1"]);
  await expect.poll(waiting).toBe(0);
  expect(failures).toBeGreaterThan(0);
});

test("what was stored while the list of deliveries was read stayed there: it is sent", async () => {
  let reads = 0;
  let goOn = () => {};
  const late = new Promise<void>((done) => {
    goOn = done;
  });
  webhooksOn(async (kind, range) => {
    const read: StoredRecord[] = await store.records.list(kind, range);
    if (kind === "delivery" && reads++ === 0) await late;
    return read;
  });
  await add("a");
  webhooks?.wake();
  await expect.poll(() => reads).toBe(1);
  await tell(1);
  goOn();
  await expect.poll(() => heard).toEqual(["a 1"]);
});

test("a receiver that did not answer held up all others: they hear at once", async () => {
  let hangUp = () => {};
  const never = new Promise<number>((done) => {
    hangUp = () => done(503);
  });
  answerOf = (host) => (host === "silent" ? never : Promise.resolve(204));
  webhooksOn();
  await add("silent");
  await add("other");
  for (const number of [1, 2, 3]) {
    await tell(number);
    await expect.poll(() => heard).toContain(`other ${number}`);
  }
  const upToOther = heard.slice(0, heard.indexOf("other 1"));
  expect(upToOther.filter((one) => one !== "silent 1")).toEqual([]); // it was still waited for
  hangUp();
});

test.each([{ active: false }, { role: "annotator" }] as const)(
  "whoever was made %o was told every label all the same: a webhook hears nothing meanwhile",
  async (change) => {
    const accounts = new Accounts(store, clock);
    const { secret } = await accounts.invite({ role: "admin", projects: [], name: null, days: 1 }, "the owner");
    await accounts.join(secret, "Eve", "three plain words");
    webhooksOn();
    await add("eve", { by: "Eve", account: "eve" });
    await add("owner");
    answerOf = async (host) => (host === "owner" ? 204 : 503);
    await tell(1);
    await expect.poll(() => [...new Set(heard)].sort()).toEqual(["eve 1", "owner 1"]);
    await accounts.change("Eve", change);
    await tell(2);
    await expect.poll(() => heard).toContain("owner 2");
    await expect.poll(waiting).toBe(0); // what was to be told again is dropped
    expect(heard.filter((one) => one.endsWith(" 2"))).toEqual(["owner 2"]);
    answerOf = async () => 204;
    await accounts.change("Eve", { active: true, role: "admin" });
    await tell(3);
    await expect.poll(() => heard.filter((one) => one.endsWith("3")).sort()).toEqual(["eve 3", "owner 3"]);
  },
);

test("a webhook of a token that was revoked was told every label all the same: it is gone with the token", async () => {
  webhooksOn();
  const token = await madeToken("leaked");
  await add("leaked", { ...owner, token });
  await add("expired", { ...owner, token: await madeToken("expired", -1) });
  answerOf = async (host) => (host === "leaked" ? 503 : 204);
  await tell(1);
  await expect.poll(() => [...new Set(heard)].sort()).toEqual(["expired 1", "leaked 1"]);
  await new Tokens(store, new Accounts(store, clock), clock).revoke(OWNER, token);
  await tell(2);
  await expect.poll(() => heard.filter((one) => one.endsWith(" 2")).sort()).toEqual(["expired 2"]);
  await expect.poll(waiting).toBe(0); // what was to be told again is dropped
  expect(heard).not.toContain("leaked 2");
  expect((await webhooks?.list())?.map(({ url }) => new URL(url).hostname).sort()).toEqual(["expired"]);
  expect(await store.records.list("webhook")).toHaveLength(1);
});

test("the secret of a webhook lay in the database as it is: it is encrypted there, and signs what is sent", async () => {
  const signatures: string[] = [];
  const fetch = (async (_: string, { headers, body }: RequestInit) => {
    signatures.push(`${(headers as Record<string, string>)["x-xpal-signature"]} ${body}`);
    return new Response(null, { status: 204 });
  }) as typeof globalThis.fetch;
  const accounts = new Accounts(store, clock);
  const tokens = new Tokens(store, accounts, clock);
  webhooks = new Webhooks(store, { fetch, clock, log, secret, accounts, tokens });
  const { webhook, secret: told } = (await add("a")) ?? expect.unreachable();
  expect(JSON.stringify(await store.records.list("webhook"))).not.toContain(told);
  expect(webhook.secret).not.toBe(told);
  await tell(1);
  await expect.poll(() => signatures).toHaveLength(1);
  const [, seconds, mark, body] = /^t=(\d+),v1=(\w+) (.*)$/s.exec(signatures[0]) ?? [];
  expect(mark).toBe(createHmac("sha256", told).update(`${seconds}.${body}`).digest("hex"));
});

test("a server with another secret sends no webhook wrongly signed, says why, and leaves its record alone", async () => {
  webhooksOn();
  await add("a");
  const before = await store.records.list("webhook");
  await webhooks?.close();
  secret = new StudioSecret("another secret of more than 32 characters");
  webhooksOn();
  expect(await webhooks?.countUnreadable()).toBe(1);
  await tell(1);
  await expect.poll(() => logged.map(({ particulars }) => JSON.stringify(particulars)).join()).toContain("XPAL_SECRET");
  expect(heard).toEqual([]);
  expect(await waiting()).toBe(1); // another server may be able to
  expect(await store.records.list("webhook")).toEqual(before);
});
