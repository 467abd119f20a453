// What OpenML says about a dataset (GET /api/v1/json/data/{id}), and which numbers a name has.
import { nearestName, reject } from "@xpal/core/check";
import { bodyOf, type Connection, rejectTransfer, request, TransferError } from "../../transfer/connection.ts";
import { paperSets } from "./paper-sets.ts";

/** The parts of a description that are used here. */
export interface OpenmlDescription {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly format?: string;
  readonly licence?: string;
  readonly url?: string;
  readonly parquet_url?: string;
  readonly md5_checksum?: string;
  readonly default_target_attribute?: string;
  readonly row_id_attribute?: string;
  readonly ignore_attribute?: string | readonly string[];
}

/** Fetches the description of a dataset. */
export async function fetchDescription(
  connection: Connection,
  base: string,
  id: number,
  attempts: number,
): Promise<OpenmlDescription> {
  const answer = (await fetchJson(connection, `${base}/api/v1/json/data/${id}`, `dataset ${id}`, attempts)) as {
    data_set_description?: OpenmlDescription;
  };
  const description = answer.data_set_description;
  if (typeof description !== "object" || description === null || typeof description.name !== "string") {
    reject(
      "openml",
      `the description of dataset ${id}`,
      "must be in the format of OpenML",
      undefined,
      undefined,
      "bad-state",
    );
  }
  return description;
}

/** The number of a dataset: itself, that of the paper's name, or that of the oldest active set of a name. */
export async function fetchId(connection: Connection, base: string, name: string, attempts: number): Promise<number> {
  const url = `${base}/api/v1/json/data/list/data_name/${encodeURIComponent(name)}/status/active`;
  const answer = (await fetchJson(connection, url, `dataset ${JSON.stringify(name)}`, attempts)) as {
    data?: { dataset?: { did: number | string }[] };
  };
  const ids = (answer.data?.dataset ?? []).map(({ did }) => Number(did)).filter(Number.isSafeInteger);
  if (ids.length === 0) rejectName(name);
  return Math.min(...ids);
}

function rejectName(name: string): never {
  const near = nearestName(
    name,
    paperSets.map((set) => set.name),
  );
  reject(
    "openml",
    "name",
    "must be the name or number of a dataset on OpenML",
    name,
    near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`,
  );
}

async function fetchJson(connection: Connection, url: string, what: string, attempts: number): Promise<unknown> {
  let reason = "";
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      const answer = await request(connection, url, { accept: "application/json" });
      const text = await textOf(answer, url);
      if (answer.status >= 500 || answer.status === 429)
        throw new TransferError(`the server answered ${answer.status}`);
      const json = parse(text);
      if (answer.ok && json !== undefined) return json;
      const error = (json as { error?: { code?: string; message?: string } } | undefined)?.error;
      reject(
        "openml",
        what,
        `must exist on OpenML, but it answers ${answer.status}${error?.message ? ` (${error.message})` : ""}`,
        {
          code: answer.ok ? "bad-state" : "bad-argument",
        },
      );
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      reason = error.message;
    }
  }
  rejectTransfer(connection, what, reason);
}

async function textOf(answer: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of bodyOf(answer, url)) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
