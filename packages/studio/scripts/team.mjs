// People who label one project on servers of their own processes, as the command starts them: for the benchmark of a team and
// for the campaign that kills servers under it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request as startRequest } from "node:http";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../../cli/dist/main.js", import.meta.url));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts `xpal studio` on a folder, or on a database; resolves when it listens. */
export function startServer({ database, dataDir, port = 0 }) {
  const place = database === undefined ? [] : ["--database", database];
  const words = ["studio", ...place, "--data-dir", dataDir, "--port", String(port), "--no-open"];
  // One secret for all servers of the database: whoever is logged in at one is logged in at all.
  const env = { ...process.env, XPAL_SECRET: "a secret of servers that are measured or killed" };
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: ["ignore", "pipe", "pipe"], env });
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

/** The connections of each person: a browser has six to a server, and none waits for somebody else's. */
const agents = new Map();

function agentOf(cookie) {
  if (!agents.has(cookie)) agents.set(cookie, new Agent({ keepAlive: true, maxSockets: 6 }));
  return agents.get(cookie);
}

/** One request; rejects with an error that has the status. */
export async function request(base, cookie, path, { method = "GET", headers = {}, body, signal } = {}) {
  const { status, text } = await new Promise((done, failed) => {
    const signals = [AbortSignal.timeout(30_000), ...(signal === undefined ? [] : [signal])];
    const options = { method, agent: agentOf(cookie), signal: AbortSignal.any(signals) };
    const asked = startRequest(base + path, { ...options, headers: { cookie, origin: base, ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece) => {
        text += piece;
      });
      answer.on("error", failed);
      answer.on("end", () => done({ status: answer.statusCode, text }));
    });
    asked.on("error", failed);
    asked.end(body);
  });
  if (status !== 200) throw Object.assign(new Error(`${status} ${text}`), { status });
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

/** Makes an account for each name, as an admin does: an invitation that works once, and a password. Returns their cookies. */
export async function accountsFor(base, cookie, project, names) {
  const cookies = [];
  for (const name of names) {
    const { token } = await post(base, cookie, "/api/invitations", { role: "annotator", projects: [project] });
    const body = JSON.stringify({ token, name, password: "three plain words" });
    const headers = { origin: base, "content-type": "application/json" };
    const joined = await fetch(`${base}/api/invitation`, { method: "POST", headers, body });
    if (!joined.ok) throw new Error(`${joined.status} ${await joined.text()}`);
    cookies.push(joined.headers.get("set-cookie").split(";")[0]);
  }
  return cookies;
}

/** The name that a person's answers stand under. */
export const nameOf = (at) => `annotator ${at}`;

/**
 * People who ask and answer at a steady pace until they are stopped. A request that fails is sent again, to another server,
 * as the page does.
 * @param bases Gives the addresses of the servers.
 * @param cookies Each person's own account, if they have one: they then keep a live stream open, look at what they are shown and
 * ask for further opinions, as the page does. Else all share the account of `cookie`.
 * @param answerOf What a person says of an item.
 * @param looks Whether they ask what each answer would do, which costs the server a connection each time they do not wait for it.
 */
export function label({ bases, cookie, cookies, project, answerOf, people, everyMs, looks = cookies !== undefined }) {
  const told = {
    ...{
      nextMs: [],
      answerMs: [],
      secondMs: [],
      liveMs: [],
      acknowledged: new Map(),
      errors: [],
      rejected: 0,
      empty: 0,
    },
    ...{ lastAt: 0, heard: 0, streamsLost: 0 },
  };
  /** The event that last decided each item, as the first stream tells. */
  const facts = new Map();
  const closing = new AbortController();
  let isOver = false;
  const path = `/api/projects/${project}`;
  const windowOf = (at) => `annotator-${at}-window`;
  const cookieOf = (at) => cookies?.[at] ?? cookie;
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
  const timed = async (times, ask) => {
    const sent = performance.now();
    const answer = await ask();
    times.push(performance.now() - sent);
    return answer;
  };
  const answer = async (at, item, asked, was) => {
    const body = { item, to: answerOf(item, at), was, seconds: everyMs / 1000, asked, by: nameOf(at) };
    const event = { id: crypto.randomUUID(), kind: "answer", at: new Date().toISOString(), body };
    const send = (base) => timed(told.answerMs, () => post(base, cookieOf(at), `${path}/events`, { events: [event] }));
    const { results } = await persist(at, send);
    if (results[0].sequence === null) told.rejected++;
    else told.acknowledged.set(event.id, { ...body, sequence: results[0].sequence });
    told.lastAt = performance.now();
  };
  const work = async (at) => {
    await pause((everyMs * at) / people);
    if (cookies !== undefined) void listen(at);
    let second = null;
    let looking = new AbortController();
    while (!isOver) {
      const begin = performance.now();
      const again = second !== null && facts.has(second) ? second : null;
      second = null;
      if (again !== null) await answer(at, again, { from: "second" }, facts.get(again));
      else {
        const query = `next?count=1&window=${windowOf(at)}`;
        const next = await persist(at, (base) =>
          timed(told.nextMs, () => request(base, cookieOf(at), `${path}/${query}`)),
        );
        const item = next.suggestions[0]?.item ?? next.held[0];
        if (item === undefined) told.empty++;
        else {
          looking.abort(); // the page asks no more about the item before
          looking = new AbortController();
          if (looks) look(at, item, looking.signal);
          await answer(at, item, { from: "best" }, null);
        }
      }
      if (cookies !== undefined) {
        const query = `second?window=${windowOf(at)}`;
        second = (
          await persist(at, (base) => timed(told.secondMs, () => request(base, cookieOf(at), `${path}/${query}`)))
        ).item;
      }
      await pause(Math.max(0, everyMs - (performance.now() - begin)));
    }
  };
  const look = (at, item, signal) => {
    const query = `look?item=${item}&window=${windowOf(at)}`;
    request(bases()[at % bases().length], cookieOf(at), `${path}/${query}`, { signal }).catch(() => {}); // nobody waits for it
  };
  /** The live stream of a person; begun again when it breaks. */
  const listen = async (at) => {
    for (let last = 0; !isOver; ) {
      try {
        const headers = { cookie: cookieOf(at), ...(last === 0 ? {} : { "last-event-id": String(last) }) };
        const where = `${bases()[at % bases().length]}${path}/live?after=0&window=${windowOf(at)}`;
        const { body, ok, status } = await fetch(where, { headers, signal: closing.signal });
        if (!ok) throw new Error(`the live stream answered ${status}`);
        let text = "";
        for await (const piece of body.pipeThrough(new TextDecoderStream())) {
          text += piece;
          const parts = text.split("\n\n");
          text = parts.pop();
          for (const part of parts) {
            const id = /^id: (\d+)$/m.exec(part)?.[1];
            if (id === undefined) continue; // a word that keeps the stream open
            last = Number(id);
            told.heard++;
            if (at === 0) hear(JSON.parse(/^data: (.*)$/m.exec(part)[1]));
          }
        }
      } catch (error) {
        if (!isOver) told.errors.push(error.message.slice(0, 200));
      }
      if (!isOver) told.streamsLost++;
      await pause(200);
    }
  };
  const hear = (events) => {
    for (const { id, kind, at, body } of events) {
      if (kind !== "answer") continue;
      facts.set(body.item, id);
      told.liveMs.push(Date.now() - Date.parse(at));
    }
  };
  const all = Promise.all(Array.from({ length: people }, (_, at) => work(at)));
  all.catch(() => {}); // told by stop
  return {
    told,
    stop: async () => {
      isOver = true;
      await all;
      closing.abort();
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
  const isFirst = ({ kind, body }) => kind === "answer" && body.asked?.from !== "second";
  const answered = log.filter(isFirst).map(({ body }) => body.item);
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
