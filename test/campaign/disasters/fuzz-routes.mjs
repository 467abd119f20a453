// Nonsense for every route of the studio: wrong values in every place, valid bodies with one thing changed, bytes that are
// no JSON. An answer is right (2xx), or a rejection with a code and a sentence (4xx). Anything else is a failure: 5xx, a
// rejection without words, no answer, a server that is gone, or a log that no longer folds.
import { rebuildStudio } from "@xpal/studio";
import { placeOf } from "../../../packages/store/test/folder-store.mjs";
import { answerEvent, withStudio } from "../studio-client.mjs";

export const about = "nonsense for every route of the studio; a right answer or a typed rejection, never anything else";
export const defaultRounds = 20_000;
export const testRounds = 400;
const PATIENCE_MS = 60_000;
/** Streams never end; they are only begun. */
const STREAM = /\/live/;

export function run({ rounds, chance, fail }) {
  return withStudio({}, async ({ client, dataDir }) => {
    const { paths } = await client.get("/api/openapi.json");
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .map(([method, about]) => ({ method: method.toUpperCase(), path, about }))
        // The log-out ends the session that all other requests need.
        .filter(({ method, path }) => method !== "DELETE" || path !== "/api/session"),
    );
    routes.push(
      { method: "GET", path: "/api/projects/{project}/image", about: {} },
      { method: "GET", path: "/api/projects/{project}/live", about: {} },
      { method: "DELETE", path: "/api/projects/{project}/windows/{window}", about: {} },
      { method: "GET", path: "/api/imports/{import}/live", about: {} },
      { method: "DELETE", path: "/api/imports/{import}", about: {} },
      { method: "GET", path: "/login", about: {} },
    );
    const newProject = async () => (await client.post("/api/demos", { name: "iris" })).project;
    const figures = { requests: 0, "right answers": 0, "typed rejections": 0, routes: routes.length };
    let project = await newProject();
    for (let round = 0; round < rounds; round++) {
      const route = chance.of(routes);
      const [path, init] = requestOf(route, project, chance);
      figures.requests++;
      const shown = `${init.method} ${path.slice(0, 200)} ${String(init.body ?? "").slice(0, 200)}`;
      try {
        await judge(
          await client.raw(path, { ...init, redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) }),
          shown,
        );
      } catch (error) {
        fail(`${shown}: ${error.cause?.message ?? error.message}`);
      }
      const there = (await client.raw(`/api/projects/${project}`)).status;
      if (there === 200 && round % 25 === 0)
        await judge(await client.raw(`/api/projects/${project}/next`), "the next items");
      if (there === 404)
        project = await newProject(); // it was removed, as asked
      else if (there !== 200) fail(`${shown}: the project answers ${there} afterwards`);
    }
    for (const { title, faults } of await rebuildStudio(await placeOf(dataDir))) {
      for (const fault of faults) fail(`${title}: ${fault}`);
    }
    return figures;

    async function judge(response, shown) {
      if (STREAM.test(new URL(response.url).pathname) && response.ok) {
        await response.body.cancel();
        figures["right answers"]++;
        return;
      }
      const text = await response.text();
      if (response.status < 400) figures["right answers"]++;
      else if (response.status >= 500) fail(`${shown}: ${response.status} ${text.slice(0, 200)}`);
      else if (isRejection(text) || shown.startsWith("GET /login")) figures["typed rejections"]++;
      else fail(`${shown}: ${response.status} without code and message: ${text.slice(0, 200)}`);
    }
  });
}

function isRejection(text) {
  try {
    const { code, message } = JSON.parse(text);
    return typeof code === "string" && typeof message === "string" && !/\n|\bat .*:\d+:\d+/.test(message);
  } catch {
    return false;
  }
}

/** A request to a route, with nonsense in some places. */
function requestOf({ method, path, about }, project, chance) {
  const wild = (name) => (chance.index(3) === 0 ? encodeURIComponent(value(chance)) : name);
  const filled = path
    .replace("{project}", () => wild(project))
    .replace("{window}", () => wild("window-0001"))
    .replace("{import}", () => wild("none"))
    .replace("{format}", () => wild(chance.of(["csv", "jsonl", "parquet", "label-studio"])));
  const names = new Set([...(about.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name)]);
  for (const name of ["name", "after", "window", "token", "to"]) if (chance.index(6) === 0) names.add(name);
  const query = [...names]
    .filter(() => chance.index(5) > 0)
    .map((name) => `${name}=${encodeURIComponent(queryValue(chance))}`);
  const address = query.length === 0 ? filled : `${filled}?${query.join("&")}`;
  if (method === "GET" || method === "DELETE") return [address, { method }];
  const type = chance.of([
    "application/json",
    "application/json",
    "application/json",
    "text/plain",
    "application/json; charset=utf-8",
  ]);
  return [address, { method, headers: { "content-type": type }, body: bodyFor(path, chance) }];
}

/** Mostly a sensible value, so that the nonsense beside it is reached. */
function queryValue(chance) {
  return chance.index(2) === 0 ? chance.of(["0", "1", "7", "149", "1,2,3", "a", "class"]) : value(chance);
}

const VALUES = [
  "",
  "0",
  "-1",
  "1.5",
  "1e309",
  "NaN",
  "null",
  "true",
  "150",
  "99999999999999999999",
  "../../etc/passwd",
  "..%2f",
  "%00",
  "\u0000",
  "'; drop table event; --",
  "<img src=x>",
  "😀",
  "\u202e",
  "x".repeat(3000),
  "{}",
  "[]",
  "a\nb",
  " ",
  "__proto__",
  "constructor",
  "toString",
];

function value(chance) {
  return chance.of(VALUES);
}

function bodyFor(path, chance) {
  if (path === "/api/imports")
    return chance.of(["", "a,b\n1,2\n3,4\n", "\u0000\u0001", "{", "x".repeat(100_000), "PAR1", "PK\u0003\u0004"]);
  if (chance.index(6) === 0)
    return chance.of(["", "{", "null", "[]", "7", '"text"', "[[[[", '{"a":', "\ud800", "x".repeat(10_000)]);
  const base = path.endsWith("/events")
    ? { events: [eventFor(chance), eventFor(chance)].slice(0, 1 + chance.index(2)) }
    : path.endsWith("/windows/{window}")
      ? { shown: 1, items: [2, 3] }
      : path.endsWith("/project")
        ? {
            title: "t",
            label: null,
            classes: ["a", "b"],
            roles: {},
            pixels: null,
            keepLabels: true,
            dropDuplicates: true,
          }
        : { name: "iris" };
  return JSON.stringify(chance.index(3) === 0 ? base : changed(base, chance));
}

function eventFor(chance) {
  const answer = answerEvent(chance.index(160), chance.of([0, 1, 2, 3, "skipped", "discarded", null]));
  return chance.of([
    answer,
    { ...answer, kind: "change", body: { items: [chance.index(160)], to: 1 } },
    { ...answer, kind: "undo", body: { of: answer.id } },
    { ...answer, kind: chance.of(["undo", "redo"]), body: { of: classEventId(chance) } },
    { ...answer, id: classEventId(chance), kind: "class", body: classChange(chance) },
    {
      ...answer,
      kind: "column",
      body: { column: chance.of(COLUMNS), use: chance.of(["ignored", "learned", "pinned"]) },
    },
    { ...answer, kind: "settings", body: { labelCost: chance.of([1, 1e9, 1e10]), keys: { 0: "a" } } },
    { ...answer, kind: "import", body: { answers: [[1, 1]] } },
  ]);
}

const COLUMNS = ["sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm", "class", "none"];

/** One of a few, so that later events refer to earlier ones, in any order. */
function classEventId(chance) {
  return `class-event-${chance.index(200)}`;
}

function classChange(chance) {
  const number = chance.index(6);
  const name = chance.of(["setosa", "versicolor", "rose", "lily", "fern"]);
  return chance.of([
    { do: "add", class: number, name },
    { do: "rename", class: number, name },
    { do: "describe", class: number, text: name },
    { do: "merge", class: number, into: chance.index(6) },
    { do: "retire", class: number },
    { do: "restore", class: number },
    { do: "order", classes: [number, chance.index(6)] },
  ]);
}

const STRANGE = [
  null,
  true,
  -1,
  1.5,
  1e300,
  2 ** 53,
  "",
  "x",
  "x".repeat(5000),
  [],
  {},
  [[]],
  { __proto__: null, a: 1 },
  "\u0000",
  "\ud800",
];

/** A copy with one value, somewhere inside, put in the place of another, left out, or added. */
function changed(base, chance) {
  const copy = structuredClone(base);
  let at = copy;
  for (;;) {
    const keys = Object.keys(at);
    const key = keys.length === 0 ? "new" : chance.of(keys);
    const inner = at[key];
    if (inner !== null && typeof inner === "object" && chance.index(3) > 0) {
      at = inner;
      continue;
    }
    const what = chance.index(4);
    if (what === 0 && !Array.isArray(at)) delete at[key];
    else if (what === 1 && !Array.isArray(at))
      at[chance.of(["extra", "__proto__x", "constructor"])] = chance.of(STRANGE);
    else at[key] = chance.of(STRANGE);
    return copy;
  }
}
