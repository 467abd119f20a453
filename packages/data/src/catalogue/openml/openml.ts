// Datasets from OpenML by number or name. Everything fetched is kept on disk with a checksum: the second time nothing
// is asked of the network.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkInteger, checkOptions, reject } from "@xpal/core/check";
import { readTable } from "../../formats/read-table.ts";
import type { Notice } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import { cacheFolder } from "../../transfer/cache-folder.ts";
import type { Connection } from "../../transfer/connection.ts";
import { download, isUnchanged } from "../../transfer/download.ts";
import { fetchDescription, fetchId, type OpenmlDescription } from "./description.ts";
import { paperSets } from "./paper-sets.ts";

/** How to reach OpenML and where to keep what it gives. */
export interface OpenmlOptions {
  /** The folder for downloads; `cacheFolder()` by default. */
  readonly cache?: string;
  /** "https://www.openml.org" by default. */
  readonly baseUrl?: string;
  /** Whether to use only what is in the cache; false by default. */
  readonly offline?: boolean;
  /** Milliseconds without a byte after which a request is given up; 30,000 by default. */
  readonly timeout?: number;
  /** How often to try, each time from where the last try ended; 3 by default. */
  readonly attempts?: number;
  readonly onProgress?: (received: number, total: number | undefined) => void;
  readonly signal?: AbortSignal;
  /** The function that makes requests; the runtime's own by default. */
  readonly fetch?: typeof fetch;
}

const KNOWN = ["cache", "baseUrl", "offline", "timeout", "attempts", "onProgress", "signal", "fetch"];

/**
 * A dataset from OpenML; `table.target` names its class column. Columns that OpenML marks as row numbers or to be
 * ignored are left out, with a notice.
 * @param which Its number, the paper's name for it (see `paperSets`), or its name on OpenML.
 * @throws XpalError if it does not exist, OpenML cannot be reached and the cache does not have it, or the checksum of the
 * file is wrong.
 * @example await openml(61, { cache: folder, offline: true }).catch((error) => error.name) // "XpalError"
 */
export async function openml(which: number | string, options: OpenmlOptions = {}): Promise<Table> {
  checkOptions("openml", options, KNOWN);
  const { cache = cacheFolder(), baseUrl = "https://www.openml.org", offline = false, attempts = 3 } = options;
  const { timeout = 30_000, signal, onProgress } = options;
  checkInteger("openml", "options.attempts", attempts, 1);
  checkInteger("openml", "options.timeout", timeout, 1);
  const connection: Connection = {
    who: "openml",
    fetch: offline ? rejectOffline : (options.fetch ?? globalThis.fetch),
    timeout,
    ...(signal === undefined ? {} : { signal }),
  };
  const base = checkBase(baseUrl);
  const id = await idOf(which, connection, base, cache, attempts);
  const folder = join(cache, "openml", String(id));
  const description = await cached(join(folder, "description.json"), () =>
    fetchDescription(connection, base, id, attempts),
  );
  const path = await dataFile(connection, folder, id, description, attempts, onProgress);
  return finish(await readTable(path), id, description);
}

function checkBase(baseUrl: unknown): string {
  if (typeof baseUrl === "string" && /^https?:\/\/[^/]/.test(baseUrl)) return baseUrl.replace(/\/+$/, "");
  reject("openml", "options.baseUrl", "must be an address that begins with http:// or https://", baseUrl);
}

const rejectOffline: typeof fetch = () =>
  reject(
    "openml",
    "the dataset",
    "must be in the cache when offline",
    undefined,
    "fetch it once without offline",
    "bad-state",
  );

async function idOf(
  which: number | string,
  connection: Connection,
  base: string,
  cache: string,
  attempts: number,
): Promise<number> {
  if (typeof which === "string" && !/^\d+$/.test(which)) {
    const known = paperSets.find(({ name }) => name.toLowerCase() === which.toLowerCase());
    if (known !== undefined) return known.openmlId;
    if (!/^[\w.\-() ]+$/.test(which))
      reject("openml", "name", "must be a name of letters, digits, spaces and -_.()", which);
    return cached(join(cache, "openml", "names", `${which}.json`), () => fetchId(connection, base, which, attempts));
  }
  const id = Number(which);
  checkInteger("openml", "id", id, 1);
  return id;
}

/** A JSON value from the cache, or fetched and kept. */
async function cached<T>(path: string, make: () => Promise<T>): Promise<T> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    const value = await make();
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(value));
    await rename(`${path}.part`, path);
    return value;
  }
}

/** ARFF first: it has the promised checksum and declares its categories. Parquet where there is no ARFF. */
async function dataFile(
  connection: Connection,
  folder: string,
  id: number,
  description: OpenmlDescription,
  attempts: number,
  onProgress: OpenmlOptions["onProgress"],
): Promise<string> {
  const { url, parquet_url: parquet, md5_checksum: md5 } = description;
  const offers = [
    { url, path: join(folder, "dataset.arff"), md5 },
    { url: parquet, path: join(folder, "dataset.parquet"), md5: undefined },
  ];
  for (const { path } of offers) if (await isUnchanged(path)) return path;
  for (const offer of offers) {
    if (typeof offer.url !== "string" || !/^https?:\/\//.test(offer.url)) continue;
    const more = { ...(offer.md5 ? { md5: offer.md5 } : {}), ...(onProgress === undefined ? {} : { onProgress }) };
    const result = await download(connection, {
      url: offer.url,
      path: offer.path,
      what: `dataset ${id}`,
      attempts,
      ...more,
    });
    if (result === "done") return offer.path;
  }
  reject("openml", `dataset ${id}`, "must be offered as ARFF or Parquet", description.name, undefined, "bad-state");
}

function finish(table: Table, id: number, description: OpenmlDescription): Table {
  const notices: Notice[] = [...table.notices];
  const names = table.columns.map(({ name }) => name);
  const left = [description.row_id_attribute ?? "", ...listOf(description.ignore_attribute)].filter((name) =>
    names.includes(name),
  );
  if (left.length > 0) {
    const message = `OpenML marks ${left.map((name) => JSON.stringify(name)).join(", ")} as no features, so they were left out`;
    notices.push({ code: "ignored-by-source", message });
  }
  const columns = table.columns.filter(({ name }) => !left.includes(name));
  const paper = paperSets.find(({ openmlId }) => openmlId === id)?.target;
  const target = [paper, description.default_target_attribute].find((name) =>
    columns.some((column) => column.name === name),
  );
  return makeTable(columns, {
    notices,
    source: `OpenML ${id} (${description.name}, version ${description.version})`,
    ...(table.lines === undefined ? {} : { lines: table.lines }),
    ...(target === undefined ? {} : { target }),
  });
}

/** OpenML gives a list, or names separated by commas. */
function listOf(names: string | readonly string[] | undefined): readonly string[] {
  if (names === undefined || names === null) return [];
  return typeof names === "string" ? names.split(",").map((name) => name.trim()) : names;
}
