// A studio in a temporary folder or in a process of its own, and a client that has logged in.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startStudio } from "@xpal/studio";
import { placeOf } from "../../packages/store/test/folder-store.mjs";

/** A folder that is removed at the end of the work. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "xpal-campaign-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Work with a studio in this process. */
export function withStudio(options, work) {
  return withFolder(async (dataDir) => {
    const studio = await startStudio({ port: 0, ...(await placeOf(dataDir)), ...options });
    try {
      return await work({ studio, dataDir, client: await logIn(studio.url) });
    } finally {
      await studio.close();
    }
  });
}

/** A studio in a process of its own: its address, and how to kill it. */
export function startVictim(dataDir, port = 0) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("./victim.mjs", import.meta.url)), dataDir, String(port)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const gone = new Promise((done) => child.once("close", done));
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", () => failed(new Error("the studio ended before it listened")));
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (!said.endsWith("\n")) return;
      const kill = () => {
        child.kill("SIGKILL");
        return gone;
      };
      done({ url: said.trim(), kill });
    });
  });
}

/** Exchanges the token of an address for a session. */
export async function logIn(url) {
  const entered = await fetch(url, { redirect: "manual" });
  return clientFor(new URL(url).origin, entered.headers.get("set-cookie")?.split(";")[0] ?? "");
}

/** A client with a cookie that is known already. */
export function clientFor(base, cookie) {
  const raw = (path, init = {}) =>
    fetch(base + path, { ...init, headers: { cookie, origin: base, ...(init.headers ?? {}) } });
  const json = async (response) => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return JSON.parse(text);
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
  };
}

/** An answer with a fresh id. */
export function answerEvent(item, to, was = null) {
  return { id: crypto.randomUUID(), kind: "answer", at: new Date().toISOString(), body: { item, to, was } };
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
