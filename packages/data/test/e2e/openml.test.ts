import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openml } from "../../src/catalogue/openml/openml.ts";
import { paperSets } from "../../src/catalogue/openml/paper-sets.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { cacheFolder } from "../../src/transfer/cache-folder.ts";
import { type OpenmlServer, openmlServer } from "../openml-server.ts";

const rows = Array.from(
  { length: 400 },
  (_, i) => `${i},${(i * 37) % 101},${i % 3 === 0 ? "Iris-setosa" : "Iris-virginica"}`,
);
const arff = `@relation iris\n@attribute nr numeric\n@attribute width real\n@attribute class {Iris-setosa,Iris-versicolor,Iris-virginica}\n@data\n${rows.join("\n")}\n`;
const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "x", data: [1, 2, 3], type: "DOUBLE" },
      { name: "class", data: ["a", "b", "a"], type: "STRING" },
    ],
  }),
);
const crabs = "@relation c\n@attribute sp {b,o}\n@attribute sex {f,m}\n@attribute FL numeric\n@data\nb,f,1\no,m,2\n";

let server: OpenmlServer;
let cache: string;
const fetchIt = (which: number | string, more = {}) =>
  openml(which, { cache, baseUrl: server.url, timeout: 60_000, ...more });

beforeAll(async () => {
  server = await openmlServer([
    { id: 61, name: "iris", arff, description: { row_id_attribute: "nr" } },
    { id: 7, name: "only-parquet", parquet },
    { id: 8, name: "broken-parquet", parquet: parquet.slice(0, -20) },
    { id: 9, name: "twice", arff, description: { ignore_attribute: ["nr", "width"] } },
    { id: 5, name: "twice", arff },
    { id: 446, name: "prnn_crabs", arff: crabs, description: { default_target_attribute: "sex" } },
    { id: 10, name: "nothing" },
  ]);
});
afterAll(() => server.close());

/** What a cut takes away on its way has not been received: the first half must be on the disk before it. */
async function untilHalfIsThere(): Promise<void> {
  const sizeOf = (path: string) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  await expect.poll(() => sizeOf(join(cache, "openml", "61", "dataset.arff.part"))).toBe(Math.floor(arff.length / 2));
}
beforeEach(async () => {
  server.beforeCut = untilHalfIsThere;
  cache = await mkdtemp(join(tmpdir(), "xpal-openml-"));
  server.requests.length = 0;
});
afterEach(async () => {
  server.dataTroubles.length = 0;
  server.apiTroubles.length = 0;
  await rm(cache, { recursive: true });
});

describe("a dataset", () => {
  test("comes with its target, without its row numbers, and once fetched without the network", async () => {
    const table = await fetchIt(61);
    expect(table.columns.map(({ name }) => name)).toEqual(["width", "class"]);
    expect([table.rows, table.target]).toEqual([400, "class"]);
    expect(table.notices.map(({ code }) => code)).toEqual(["ignored-by-source"]);
    expect(server.requests).toEqual(["/api/v1/json/data/61", "/data/v1/download/61/iris.arff"]);
    expect(await fetchIt(61)).toEqual(table);
    expect(await openml(61, { cache, baseUrl: "http://127.0.0.1:9" })).toEqual(table);
    expect(await openml("61", { cache, offline: true })).toEqual(table);
    expect(server.requests.length).toBe(2);
  });

  test("becomes a pool of the classes that occur", async () => {
    const table = await fetchIt(61);
    const { recipe, notices } = fitRecipe(table);
    expect(applyRecipe(recipe, table).classes).toEqual(["Iris-setosa", "Iris-virginica"]);
    expect(notices.map(({ code }) => code)).toEqual(["unused-class"]);
  });

  test("can be named as in the paper, or as on OpenML, where the oldest is taken", async () => {
    expect((await fetchIt("iris")).rows).toBe(400);
    expect((await fetchIt("twice")).source).toBe("OpenML 5 (twice, version 1)");
    expect((await fetchIt("prnn_crabs")).target).toBe("sp");
    await openml("twice", { cache, offline: true });
  });

  test("is read as Parquet where there is no ARFF", async () => {
    expect((await fetchIt("only-parquet")).columns.map(({ name }) => name)).toEqual(["x", "class"]);
  });
});

describe("trouble on the way", () => {
  test("a redirect is followed, an error of the server is tried again", async () => {
    server.dataTroubles.push("redirect", "error-500");
    server.apiTroubles.push("error-500");
    expect((await fetchIt(61)).rows).toBe(400);
  });

  test("a file that is cut off is continued where it ended", async () => {
    server.dataTroubles.push("truncate");
    expect((await fetchIt(61)).rows).toBe(400);
    const half = Math.floor(arff.length / 2);
    expect(server.requests.at(-1)).toBe(`/data/v1/download/61/iris.arff bytes=${half}-`);
  });

  test("a file that was cut off is continued in the next run", async () => {
    server.dataTroubles.push("truncate");
    await expect(fetchIt(61, { attempts: 1 })).rejects.toThrow(
      /dataset 61 must be in the cache or reachable.*try again/,
    );
    expect(await readdir(join(cache, "openml", "61"))).toEqual([
      "dataset.arff.part",
      "dataset.arff.part.json",
      "description.json",
    ]);
    expect((await fetchIt(61, { attempts: 1 })).rows).toBe(400);
    expect(server.requests.at(-1)).toMatch(/bytes=\d+-$/);
  });

  test("a server that knows no ranges, or continues elsewhere, does not tear the file", async () => {
    server.dataTroubles.push("truncate", "no-range");
    expect((await fetchIt(61)).rows).toBe(400);
    await rm(join(cache, "openml", "61"), { recursive: true });
    server.dataTroubles.push("truncate", "other-range");
    expect((await fetchIt(61)).rows).toBe(400);
  });

  test("a server that falls silent is given up, and tried again", async () => {
    server.dataTroubles.push("stall-midway");
    expect((await fetchIt(61, { timeout: 1000 })).rows).toBe(400);
    await rm(join(cache, "openml", "61"), { recursive: true });
    server.apiTroubles.push("stall", "stall", "stall");
    await expect(fetchIt(61, { timeout: 300 })).rejects.toThrow("sent nothing for 300 ms");
  });

  test("a file with another checksum than promised is rejected and thrown away", async () => {
    server.dataTroubles.push("wrong-bytes");
    await expect(fetchIt(61)).rejects.toThrow(/must have the checksum [0-9a-f]{32} that the server states/);
    expect(await readdir(join(cache, "openml", "61"))).toEqual(["description.json"]);
  });

  test("a file that was changed in the cache is fetched again", async () => {
    await fetchIt(61);
    const path = join(cache, "openml", "61", "dataset.arff");
    await writeFile(path, (await readFile(path, "utf8")).replace("Iris-setosa", "Iris-SETOSA"));
    expect((await fetchIt(61)).rows).toBe(400);
    expect(server.requests.length).toBe(3);
  });

  test("a broken Parquet file, a redirect in circles and an answer that is no JSON are rejected in words", async () => {
    await expect(fetchIt(8)).rejects.toThrow("must be a whole Parquet file");
    server.dataTroubles.push("loop");
    await expect(fetchIt(61, { attempts: 1 })).rejects.toThrow("must be in the cache or reachable");
    server.apiTroubles.push("no-json");
    await expect(fetchIt(9)).rejects.toThrow("dataset 9 must exist on OpenML, but it answers 200");
  });

  test("without a network the message says so", async () => {
    await expect(openml(61, { cache, baseUrl: "http://127.0.0.1:9", attempts: 1 })).rejects.toThrow(
      /dataset 61 must be in the cache or reachable, but 127\.0\.0\.1:9 cannot be reached/,
    );
    await expect(openml(61, { cache, offline: true })).rejects.toThrow("must be in the cache when offline");
  });

  test("can be stopped by the caller", async () => {
    server.dataTroubles.push("stall");
    const stop = new AbortController();
    const waiting = fetchIt(61, { signal: stop.signal, timeout: 10_000 });
    setTimeout(() => stop.abort(new Error("stopped by hand")), 50);
    await expect(waiting).rejects.toThrow("stopped by hand");
  });
});

describe("a wrong question", () => {
  test.each([
    [4711, "dataset 4711 must exist on OpenML, but it answers 412 (Unknown dataset)"],
    ["no-such-set", "must exist on OpenML, but it answers 412 (No results)"],
    ["../../etc", "must be a name of letters, digits"],
    [0, "id must be an integer of at least 1"],
    [1.5, "id must be an integer of at least 1"],
    [10, "dataset 10 must be offered as ARFF or Parquet"],
  ])("%s is rejected in one sentence", async (which, sentence) => {
    await expect(fetchIt(which)).rejects.toThrow(sentence);
  });

  test("an address or an option that makes no sense is rejected", async () => {
    await expect(openml(61, { baseUrl: "file:///etc" })).rejects.toThrow("options.baseUrl must be an address");
    await expect(openml(61, { chache: "x" } as object)).rejects.toThrow("options.chache is unknown");
  });
});

test("the paper's 27 sets are known by name and number", () => {
  expect(paperSets.length).toBe(27);
  expect(new Set(paperSets.map(({ openmlId }) => openmlId)).size).toBe(27);
  expect(paperSets.filter(({ kernel }) => kernel === "hamming").map(({ name }) => name)).toEqual([
    "corral",
    "bankruptcy",
    "monks",
    "tic",
    "car",
  ]);
});

test("the cache lies where the system wants it, or where XPAL_CACHE says", () => {
  expect(cacheFolder({ XPAL_CACHE: "/elsewhere" })).toBe("/elsewhere");
  expect(cacheFolder({ XDG_CACHE_HOME: join("/", "c") })).toBe(join("/", "c", "xpal"));
});
