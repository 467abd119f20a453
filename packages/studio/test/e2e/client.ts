// A studio in a temporary folder and a client that has logged in, for tests. `npm run test:postgres` gives every studio a
// database of its own on a real server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Studio, type StudioOptions, type StudioPlace, startStudio } from "@xpal/studio";
import { placeOf } from "../../../store/test/folder-store.mjs";

export interface Client {
  readonly base: string;
  readonly cookie: string;
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>;
  raw(path: string, init?: RequestInit): Promise<Response>;
  upload(name: string, body: BodyInit): Promise<Response>;
}

export interface TestStudio extends Client {
  readonly studio: Studio;
  readonly dataDir: string;
  /** Where its data is, for whatever else works on it. */
  readonly place: StudioPlace;
  stop(): Promise<void>;
}

export async function testStudio(options: StudioOptions = {}): Promise<TestStudio> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "xpal-studio-"));
  const place = options.store === undefined ? await placeOf(dataDir) : { dataDir, store: options.store };
  const studio = await startStudio({ port: 0, ...options, ...place });
  return {
    ...(await logIn(studio.url)),
    studio,
    dataDir,
    place,
    stop: async () => {
      await studio.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Exchanges the token of an address for a session. */
export async function logIn(url: string): Promise<Client> {
  const entered = await fetch(url, { redirect: "manual" });
  return clientFor(new URL(url).origin, entered.headers.get("set-cookie")?.split(";")[0] ?? "");
}

/** A client with a cookie that is known already. */
export function clientFor(base: string, cookie: string): Client {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(base + path, { ...init, headers: { cookie, origin: base, ...(init.headers as Record<string, string>) } });
  const json = async <T>(response: Response): Promise<T> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    base,
    cookie,
    raw,
    get: async (path) => json(await raw(path)),
    post: async (path, body) =>
      json(
        await raw(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
    upload: (name, body) => raw(`/api/imports?name=${encodeURIComponent(name)}`, { method: "POST", body }),
  };
}

/** An answer event with a fresh id. */
export function answerEvent(item: number, to: number | string | null, was: string | null = null) {
  return { id: crypto.randomUUID(), kind: "answer", at: "2026-01-31T12:00:00.000Z", body: { item, to, was } };
}
