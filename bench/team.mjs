// `npm run bench -- team [--json]`: people who each answer twice a second on one pool, on servers that share one PostgreSQL,
// all on this machine. Told are errors, how long the next item takes (must be under 250 ms in 95 of 100 cases), and whether
// the memory of the servers stays as it is. Servers, PostgreSQL and the people share the processors.
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
  const settings = { id: crypto.randomUUID(), kind: "settings", at: new Date().toISOString(), body: { model } };
  await team.post(base, cookie, `/api/projects/${project}/events`, { events: [settings] });
  for (const server of servers) await team.request(server.base, cookie, `/api/projects/${project}`);
  const bases = servers.map((server) => server.base);
  const labelling = team.label({ bases: () => bases, cookie, project, truth, people, everyMs: EVERY_MS });
  const memory = servers.map(() => []);
  const before = servers.map(({ pid }) => team.processorMs(pid));
  for (let second = 0; second < seconds; second++) {
    await new Promise((done) => setTimeout(done, 1000));
    for (const [at, { pid }] of servers.entries()) memory[at].push(team.memoryOf(pid));
  }
  const { told } = labelling;
  const after = servers.map(({ pid }) => team.processorMs(pid));
  const steady = { answers: told.acknowledged.size, errors: told.errors.length };
  await labelling.stop();
  const failures = [];
  const store = await openStore(database);
  await team.checkLog(store, project, told.acknowledged, (sentence) => failures.push(sentence));
  await store.close();
  const next = percentiles(told.nextMs);
  return {
    ...{ points, people, seconds, servers: serverCount, model, ...steady },
    answersPerSecond: rounded(steady.answers / seconds),
    ...{ refused: told.refused, withoutItem: told.empty, nextMs: next, answerMs: percentiles(told.answerMs) },
    processorMs: {
      perAnswer: rounded(sum(after, before, "answering") / Math.max(1, steady.answers)),
      beside: sum(after, before, "beside"),
    },
    memoryMb: memory.map((of) => ({ middle: mb(of[of.length >> 1]), end: mb(of.at(-1)), most: mb(Math.max(...of)) })),
    ...{ failures, firstErrors: told.errors.slice(0, 3) },
    withinTarget: steady.errors === 0 && failures.length === 0 && next.p95 < MOST_MS,
  };
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

function mb(bytes) {
  return Math.round(bytes / 2 ** 20);
}
