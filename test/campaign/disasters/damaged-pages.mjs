// A database that a disk or a hand has damaged: cut off, pages zeroed, bytes flipped, rows of the log or of its indexes gone,
// answers changed in place, the latest commits removed, the file emptied. Whatever opens and takes an answer must have every
// answer that was acknowledged, under its number and as it was given; all else is rejected or read-only, and says so.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startStudio } from "@xpal/studio";
import { answerEvent, logIn, startVictim, withFolder } from "../studio-client.mjs";

export const about = "a damaged database; nothing that was acknowledged is missing or changed where answers are taken";
export const defaultRounds = 100;
export const testRounds = 8;
const ITEMS = 150;
const Sqlite = createRequire(fileURLToPath(new URL("../../../packages/store/src/", import.meta.url)))("better-sqlite3");

export async function run({ rounds, chance, fail }) {
  if ((process.env.XPAL_TEST_POSTGRES ?? "") !== "") return { skipped: "these are files of SQLite" };
  return withFolder(async (folder) => {
    const [killed, closed] = [join(folder, "killed"), join(folder, "closed")];
    const projects = await labelled(killed, chance);
    copyFolder(killed, closed);
    const { store } = await stopped(closed); // its commits are all in the database
    store.close();
    const counts = {
      cases: 0,
      "rejected at the start": 0,
      "projects read-only": 0,
      "projects rejected": 0,
      "projects whole": 0,
    };
    const kinds = Object.keys(DAMAGES);
    for (let round = 0; round < rounds; round++) {
      const kind = round < kinds.length ? kinds[round] : chance.of(kinds); // each at least once
      const place = join(folder, `case-${round}`);
      copyFolder(kind === "no -wal" || chance.index(3) === 0 ? killed : closed, place);
      DAMAGES[kind](join(place, "studio.sqlite"), chance);
      counts.cases++;
      await judge(place, projects, counts, (what) => fail(`case ${round} (${kind}): ${what}`));
      rmSync(place, { recursive: true, force: true });
    }
    return counts;
  });
}

/** Two projects with a few hundred acknowledged answers, as a studio that was killed leaves them. */
async function labelled(folder, chance) {
  const { url, kill } = await startVictim(folder);
  const client = await logIn(url);
  const projects = [];
  for (const name of ["iris", "wine"]) {
    const { project } = await client.post("/api/demos", { name });
    const acknowledged = new Map();
    for (let batch = 0; batch < 10; batch++) {
      const events = Array.from({ length: 25 }, () => {
        const { id, at } = answerEvent(0, 0);
        return { id, at, kind: "change", body: { items: [chance.index(ITEMS)], to: chance.index(3) } };
      });
      const { results } = await client.post(`/api/projects/${project}/events`, { events });
      for (const [at, { id, sequence }] of results.entries()) {
        acknowledged.set(id, JSON.stringify([sequence, events[at].body.items, events[at].body.to]));
      }
    }
    projects.push({ project, acknowledged });
  }
  await kill();
  return projects;
}

/** Opens the store of a folder, so that closing it leaves one file. */
async function stopped(folder) {
  const store = new Sqlite(join(folder, "studio.sqlite"));
  store.prepare("select count(*) from event").get();
  return { store };
}

/** What becomes of a studio on the damaged folder. */
async function judge(dataDir, projects, counts, fail) {
  let studio;
  try {
    studio = await startStudio({ port: 0, dataDir });
  } catch (error) {
    if (!["StudioError", "StoreError"].includes(error.name)) fail(`ended with ${error.stack}`);
    counts["rejected at the start"]++;
    return;
  }
  try {
    const client = await logIn(studio.url);
    const listed = await client.raw("/api/projects");
    const ids = listed.ok ? (await listed.json()).map(({ id }) => id) : null;
    for (const { project, acknowledged } of projects) {
      if (ids !== null && !ids.includes(project)) fail("a project is gone without a word");
      const path = `/api/projects/${project}`;
      const sent = await client.raw(`${path}/events`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ events: [{ ...answerEvent(0, 0), kind: "change", body: { items: [1], to: 1 } }] }),
      });
      const read = await client.raw(path);
      if (sent.ok) {
        counts["projects whole"]++;
        if (!read.ok) fail(`takes an answer, and is not read: ${await read.text()}`);
        else missing((await read.json()).events, acknowledged, fail);
      } else {
        const { message } = await sent.json();
        if (typeof message !== "string" || message.includes("its log says why")) fail(`is rejected with ${message}`);
        counts[read.ok ? "projects read-only" : "projects rejected"]++;
      }
    }
  } finally {
    await studio.close().catch((error) => fail(`does not close: ${error.message}`));
  }
}

function missing(events, acknowledged, fail) {
  const found = new Map(events.map(({ id, sequence, body }) => [id, JSON.stringify([sequence, body.items, body.to])]));
  const wrong = [...acknowledged].filter(([id, said]) => found.get(id) !== said).length;
  if (wrong > 0) fail(`takes an answer, with ${wrong} of ${acknowledged.size} acknowledged ones missing or changed`);
}

function copyFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isFile()) copyFileSync(join(from, entry.name), join(to, entry.name));
  }
}

const PAGE = 4096;

/** Ways to damage a database, by name. */
const DAMAGES = {
  "cut off": (file, chance) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, 1 + chance.index(bytes.length - 1)));
  },
  "zeroed pages": (file, chance) => {
    edit(file, (bytes) => {
      for (let n = 1 + chance.index(4); n > 0; n--) {
        const at = PAGE * chance.index(bytes.length / PAGE);
        bytes.fill(0, at, at + PAGE);
      }
    });
  },
  "flipped bytes": (file, chance) => {
    edit(file, (bytes) => {
      for (let n = 1 + chance.index(40); n > 0; n--) bytes[chance.index(bytes.length)] ^= 1 + chance.index(255);
    });
  },
  "flipped bytes among the events": (file, chance) => {
    const pages = pagesOf(file, ["event", "sqlite_autoindex_event_1", "sqlite_autoindex_event_2", "project"]);
    edit(file, (bytes) => {
      for (let n = 1 + chance.index(10); n > 0; n--) {
        bytes[PAGE * (chance.of(pages) - 1) + chance.index(PAGE)] ^= 1 + chance.index(255);
      }
    });
  },
  "zeroed cells of a page of events": (file, chance) => {
    const pages = pagesOf(file, ["event", "sqlite_autoindex_event_1", "sqlite_autoindex_event_2"]);
    edit(file, (bytes) => bytes.fill(0, PAGE * (chance.of(pages) - 1) + 3, PAGE * (chance.of(pages) - 1) + 5));
  },
  "rows of the log deleted": (file, chance) =>
    change(file, `delete from event where sequence % ${20 + chance.index(200)} = ${chance.index(20)}`),
  "the end of the log deleted": (file, chance) =>
    change(file, `delete from event where sequence > ${chance.index(250)}`),
  "an index of the log without rows": (file, chance) => {
    // A partial index in place of the whole one, whose entry in the schema then says that it is whole.
    const where = `sequence % ${2 + chance.index(40)} <> 1`;
    const store = new Sqlite(file);
    store.unsafeMode();
    store.exec(`create unique index part on event (project, sequence) where ${where}`);
    store.pragma("writable_schema = on");
    const name = "sqlite_autoindex_event_1";
    store.exec(
      `update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'part') where name = '${name}'`,
    );
    store.exec("delete from sqlite_master where name = 'part'");
    store.close();
  },
  "answers changed in place": (file, chance) =>
    change(
      file,
      `update event set body = replace(body, '"to":${chance.index(3)}', '"to":${chance.index(3)}9') where sequence % 9 = 1`,
    ),
  "answers changed to other classes": (file, chance) =>
    change(file, `update event set body = replace(body, '"to":0', '"to":1') where sequence > ${chance.index(200)}`),
  "another last number": (file, chance) => change(file, `update project set last = ${chance.index(400)}`),
  "a project deleted": (file) => change(file, "delete from project where rowid = 1"),
  "class names changed": (file) => change(file, "update project set about = replace(about, 'setosa', 'setose')"),
  "no -wal": (file) => rmSync(`${file}-wal`, { force: true }),
  emptied: (file) => writeFileSync(file, ""),
  removed: (file) => rmSync(file),
};

function edit(file, work) {
  const bytes = readFileSync(file);
  work(bytes);
  writeFileSync(file, bytes);
}

function change(file, statement) {
  const store = new Sqlite(file);
  store.exec(statement);
  store.close();
}

/** The pages of some tables and indexes, by SQLite's own walk; of a file whose commits lie beside it, those of the file alone. */
function pagesOf(file, names) {
  const copy = `${file}.pages`;
  copyFileSync(file, copy);
  const store = new Sqlite(copy);
  try {
    const listed = names.map((name) => `'${name}'`).join(", ");
    const pages = store.prepare(`select rootpage from sqlite_master where name in (${listed})`).pluck().all();
    return pages.length > 0 ? withChildren(readFileSync(copy), pages) : [1];
  } catch {
    return [1];
  } finally {
    store.close();
    for (const ending of ["", "-wal", "-shm"]) rmSync(copy + ending, { force: true });
  }
}

/** Pages with those below them: an inner page names its children. */
function withChildren(bytes, roots) {
  const pages = [];
  for (const open = [...roots]; open.length > 0; ) {
    const page = open.pop();
    const start = PAGE * (page - 1);
    if (start + PAGE > bytes.length) continue;
    pages.push(page);
    if (![2, 5].includes(bytes[start])) continue;
    const cells = bytes.readUInt16BE(start + 3);
    for (let cell = 0; cell < cells; cell++) {
      open.push(bytes.readUInt32BE(start + bytes.readUInt16BE(start + 12 + 2 * cell)));
    }
    open.push(bytes.readUInt32BE(start + 8));
  }
  return pages;
}
