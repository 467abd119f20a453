// `npm run bench -- team [--json]`: people who each answer twice a second on one pool, on servers that share one PostgreSQL,
// all on this machine. Told are errors, how long the next item takes (must be under 250 ms in 95 of 100 cases), and whether
// the memory of the servers stays as it is (what it grows by with each answer of the last third is told). Each person has an account and does what the page does: keeps a live stream open,
// looks at the item, asks for further opinions. People err, one more than the other, and their answers are weighed. Servers,
// PostgreSQL and the people share the processors.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import * as team from "../packages/studio/scripts/team.mjs";
import { clusters } from "./clusters.mjs";
import { startPostgres } from "./queue-servers.mjs";
import { rounded } from "./timing.mjs";

const EVERY_MS = 500;
const MOST_MS = 250;
const CLASSES = 10;
/** The share of answers that are further opinions, and that the worst person gets wrong. */
const SECOND_SHARE = 0.1;
const MOST_WRONG = 0.3;

const given = JSON.parse(process.argv[2]);
const points = Number(given.points ?? 10_000);
const people = Number(given.people ?? 50);
const seconds = Number(given.seconds ?? 60);
const serverCount = Number(given.servers ?? 2);
const { json, model = "learn" } = given;

const folder = mkdtempSync(join(tmpdir(), "xpal-team-"));
const postgres = await startPostgres();
const database = await postgres.database("team");
const servers = [];
try {
  for (let at = 0; at < serverCount; at++) {
    servers.push(await team.startServer({ database, dataDir: join(folder, `server-${at}`) }));
  }
  const report = await measure();
  console.log(json ? JSON.stringify({ benchmark: "team", ...report }) : JSON.stringify(report, null, 2));
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const { features, truth } = clusters({ points, classes: CLASSES, features: 16 });
  const cookie = await team.cookieFrom(servers[0].url);
  const [base] = servers.map((server) => server.base);
  const project = await team.importTable(base, cookie, csv(features, truth), CLASSES);
  const settings = {
    id: crypto.randomUUID(),
    kind: "settings",
    at: new Date().toISOString(),
    body: { model, secondShare: SECOND_SHARE },
  };
  await team.post(base, cookie, `/api/projects/${project}/events`, { events: [settings] });
  for (const server of servers) await team.request(server.base, cookie, `/api/projects/${project}`);
  const bases = servers.map((server) => server.base);
  const names = Array.from({ length: people }, (_, at) => team.nameOf(at));
  const cookies = await team.accountsFor(base, cookie, project, names);
  const answerOf = (item, at) => (errs(item, at) ? (truth[item] + 1) % CLASSES : truth[item]);
  const labelling = team.label({ bases: () => bases, cookies, project, answerOf, people, everyMs: EVERY_MS });
  const memory = servers.map(() => []);
  const answered = [];
  const before = servers.map(({ pid }) => team.processorMs(pid));
  for (let second = 0; second < seconds; second++) {
    await new Promise((done) => setTimeout(done, 1000));
    for (const [at, { pid }] of servers.entries()) memory[at].push(team.memoryOf(pid));
    answered.push(labelling.told.acknowledged.size);
  }
  const { told } = labelling;
  const after = servers.map(({ pid }) => team.processorMs(pid));
  const steady = { answers: told.acknowledged.size, errors: told.errors.length };
  await labelling.stop();
  const weighing = await weighed(bases[0], cookie, project);
  const failures = [];
  const store = await openStore(database);
  await team.checkLog(store, project, told.acknowledged, (sentence) => failures.push(sentence));
  await store.close();
  const next = percentiles(told.nextMs);
  const further = [...told.acknowledged.values()].filter(({ asked }) => asked.from === "second").length;
  return {
    ...{ points, people, seconds, servers: serverCount, model, ...steady },
    answersPerSecond: rounded(steady.answers / seconds),
    ...{ refused: told.refused, withoutItem: told.empty, nextMs: next, answerMs: percentiles(told.answerMs) },
    ...{ furtherOpinions: further, secondMs: percentiles(told.secondMs) },
    live: { streams: people, lost: told.streamsLost, messages: told.heard, delayMs: percentiles(told.liveMs) },
    weighed: weighing,
    processorMs: {
      perAnswer: rounded(sum(after, before, "answering") / Math.max(1, steady.answers)),
      beside: sum(after, before, "beside"),
    },
    memory: memory.map((of) => memoryOver(of, answered)),
    ...{ failures, firstErrors: told.errors.slice(0, 3) },
    withinTarget: steady.errors === 0 && failures.length === 0 && next.p95 < MOST_MS,
  };
}

/** Whether a person gets an item wrong: the last never, the first most often; the same each time. */
function errs(item, at) {
  const draw = (Math.imul(item * 64 + at + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return draw < MOST_WRONG * (1 - at / Math.max(1, people - 1));
}

/** How answers are weighed at the end: what is believed of how many people, and of the first and the last of them. */
async function weighed(base, cookie, project) {
  const { reliability } = await team.request(base, cookie, `/api/projects/${project}/agreement`);
  const of = (at) => reliability.find(({ name }) => name === team.nameOf(at))?.right.value ?? null;
  return { people: reliability.length, first: of(0), last: of(people - 1) };
}

function csv({ cols, data }, truth) {
  const names = Array.from({ length: cols }, (_, d) => `x${d}`);
  const rows = truth.map((y, i) => [...data.subarray(i * cols, (i + 1) * cols), y].join(","));
  return `${[...names, "label"].join(",")}\n${rows.join("\n")}\n`;
}

function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
}

function sum(after, before, part) {
  return after.reduce((total, one, at) => total + one[part] - before[at][part], 0);
}

/** Megabytes after a third of the time, after two and at the end, and by how many kilobytes each answer of the last third added. */
function memoryOver(bytes, answered) {
  const [third, twoThirds] = [1, 2].map((part) => Math.floor((part * bytes.length) / 3));
  const added = (bytes.at(-1) - bytes[twoThirds]) / Math.max(1, answered.at(-1) - answered[twoThirds]);
  const at = { thirdMb: mb(bytes[third]), twoThirdsMb: mb(bytes[twoThirds]), endMb: mb(bytes.at(-1)) };
  return { ...at, mostMb: mb(Math.max(...bytes)), kbPerAnswer: rounded(added / 2 ** 10) };
}

function mb(bytes) {
  return Math.round(bytes / 2 ** 20);
}
