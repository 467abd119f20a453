// People who label one project on servers of their own processes, as the command starts them: for the benchmark of a team and
// for the campaign that kills servers under it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../../cli/dist/main.js", import.meta.url));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts `xpal studio --database`; resolves when it listens. */
export function startServer({ database, dataDir, port = 0 }) {
  const words = ["studio", "--database", database, "--data-dir", dataDir, "--port", String(port), "--no-open"];
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const gone = new Promise((done) => child.once("close", done));
  let said = "";
  let blamed = "";
  child.stderr.on("data", (chunk) => {
    blamed += chunk;
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    void gone.then(() => failed(new Error(`the server ended: ${blamed.trim()}`)));
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const url = /http:\S+/.exec(said)?.[0];
      if (url === undefined) return;
      const end = (signal) => {
        child.kill(signal);
        return gone;
      };
      done({ url, base: new URL(url).origin, pid: child.pid, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") });
    });
  });
}

/** Exchanges the token of an address for a cookie. */
export async function cookieFrom(url) {
  const entered = await fetch(url, { redirect: "manual" });
  return entered.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** One request; refuses with an error that has the status. */
export async function request(base, cookie, path, init = {}) {
  const headers = { cookie, origin: base, ...init.headers };
  const response = await fetch(base + path, { ...init, headers, signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(`${response.status} ${text}`), { status: response.status });
  return JSON.parse(text);
}

/** A request with a body of JSON. */
export function post(base, cookie, path, body) {
  const headers = { "content-type": "application/json" };
  return request(base, cookie, path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Makes a project of a table; returns its id. */
export async function importTable(base, cookie, text, classes) {
  const sent = await request(base, cookie, "/api/imports?name=pool.csv", { method: "POST", body: text });
  const names = Array.from({ length: classes }, (_, y) => String(y));
  const choice = { title: "team", label: "label", classes: names, roles: {}, pixels: null, keepLabels: false };
  return (await post(base, cookie, `/api/imports/${sent.import}/project`, { ...choice, dropDuplicates: false }))
    .project;
}

/**
 * People who ask and answer at a steady pace until they are stopped. A request that fails is sent again, to another server,
 * as the page does.
 * @param bases Gives the addresses of the servers.
 */
export function label({ bases, cookie, project, truth, people, everyMs }) {
  const told = { nextMs: [], answerMs: [], acknowledged: new Map(), errors: [], refused: 0, empty: 0, lastAt: 0 };
  let isOver = false;
  const path = `/api/projects/${project}`;
  const persist = async (start, work) => {
    for (let tries = 0; ; tries++) {
      try {
        return await work(bases()[(start + tries) % bases().length]);
      } catch (error) {
        told.errors.push(error.message.slice(0, 200));
        if (isOver && tries > 20) throw error;
        await pause(Math.min(1000, 100 * 2 ** tries));
      }
    }
  };
  const work = async (at) => {
    await pause((everyMs * at) / people);
    const window = `annotator-${at}-window`;
    while (!isOver) {
      const begin = performance.now();
      const next = await persist(at, async (base) => {
        const asked = performance.now();
        const answer = await request(base, cookie, `${path}/next?count=1&window=${window}`);
        told.nextMs.push(performance.now() - asked);
        return answer;
      });
      const item = next.suggestions[0]?.item ?? next.held[0];
      if (item === undefined) told.empty++;
      else {
        const body = { item, to: truth[item], was: null, by: `annotator ${at}` };
        const event = { id: crypto.randomUUID(), kind: "answer", at: new Date().toISOString(), body };
        const { results } = await persist(at, async (base) => {
          const sent = performance.now();
          const answer = await post(base, cookie, `${path}/events`, { events: [event] });
          told.answerMs.push(performance.now() - sent);
          return answer;
        });
        if (results[0].sequence === null) told.refused++;
        else told.acknowledged.set(event.id, { ...body, sequence: results[0].sequence });
        told.lastAt = performance.now();
      }
      await pause(Math.max(0, everyMs - (performance.now() - begin)));
    }
  };
  const all = Promise.all(Array.from({ length: people }, (_, at) => work(at)));
  all.catch(() => {}); // told by stop
  return {
    told,
    stop: async () => {
      isOver = true;
      await all;
      return told;
    },
  };
}

/** What the log must say of what was acknowledged; calls `fail` with a sentence for each thing that is not so. */
export async function checkLog(store, project, acknowledged, fail) {
  for (const { fault } of await store.faults()) fail(fault);
  const log = await store.events.read(project);
  const byId = new Map(log.map((event) => [event.id, event]));
  if (byId.size !== log.length) fail(`${log.length - byId.size} events are stored twice`);
  for (const [id, { item, to, by, sequence }] of acknowledged) {
    const event = byId.get(id);
    if (event === undefined) fail(`the answer ${id} to item ${item} was acknowledged and is lost`);
    else if (event.sequence !== sequence || event.body.item !== item || event.body.to !== to || event.body.by !== by)
      fail(`the answer ${id} to item ${item} by ${by} is stored otherwise: ${JSON.stringify(event)}`);
  }
  const answered = log.filter(({ kind }) => kind === "answer").map(({ body }) => body.item);
  if (new Set(answered).size !== answered.length)
    fail(`${answered.length - new Set(answered).size} items have two answers`);
  return log.length;
}

/** The memory of a process in bytes, as the system counts it. */
export function memoryOf(pid) {
  return 1024 * Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}

/** What a process has used of the processors in milliseconds: the thread that answers requests, and all others. */
export function processorMs(pid) {
  const used = (file) => {
    const fields = readFileSync(file, "utf8").split(") ")[1].split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12])); // the system counts hundredths of a second
  };
  const answering = used(`/proc/${pid}/task/${pid}/stat`);
  return { answering, beside: used(`/proc/${pid}/stat`) - answering };
}
