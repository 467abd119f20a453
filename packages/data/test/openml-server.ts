// A server that answers like OpenML, and misbehaves on request.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A dataset that the server offers. */
export interface OfferedSet {
  readonly id: number;
  readonly name: string;
  readonly arff?: string;
  readonly parquet?: Uint8Array;
  readonly description?: Record<string, unknown>;
}

/** How an answer goes wrong; each is used up by one request. */
export type Trouble =
  | "error-500"
  | "stall"
  | "stall-midway"
  | "truncate"
  | "redirect"
  | "loop"
  | "no-range"
  | "wrong-bytes"
  | "other-range"
  | "not-found"
  | "no-json";

/** A running server. */
export interface OpenmlServer {
  readonly url: string;
  /** Method, path and range of every request so far. */
  readonly requests: string[];
  /** What the next requests for data suffer, in order. */
  readonly dataTroubles: Trouble[];
  /** What the next requests to the API suffer, in order. */
  readonly apiTroubles: Trouble[];
  /** What is waited for before an answer is cut off after its first half. */
  beforeCut: () => Promise<void>;
  close(): Promise<void>;
}

export async function openmlServer(sets: readonly OfferedSet[]): Promise<OpenmlServer> {
  const requests: string[] = [];
  const dataTroubles: Trouble[] = [];
  const apiTroubles: Trouble[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requests.push(`${path}${request.headers.range ? ` ${request.headers.range}` : ""}`);
    if (path.startsWith("/api/")) answerApi(path, response, sets, address(), apiTroubles.shift());
    else answerData(path, request, response, sets, dataTroubles, () => made.beforeCut());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: OpenmlServer = {
    url: address(),
    requests,
    dataTroubles,
    apiTroubles,
    beforeCut: async () => {},
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return made;
}

function answerApi(
  path: string,
  response: ServerResponse,
  sets: readonly OfferedSet[],
  base: string,
  trouble: Trouble | undefined,
): void {
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  if (trouble === "stall") return;
  if (trouble === "error-500") return void send(503, "busy");
  if (trouble === "no-json") return void send(200, "<html>maintenance</html>");
  const list = /^\/api\/v1\/json\/data\/list\/data_name\/([^/]+)\/status\/active$/.exec(path);
  if (list !== null) {
    const found = sets.filter(({ name }) => name === list[1]);
    if (found.length === 0) return void send(412, { error: { code: "372", message: "No results" } });
    return void send(200, {
      data: { dataset: found.map(({ id, name }) => ({ did: id, name, version: 1, status: "active" })) },
    });
  }
  const set = sets.find(({ id }) => path === `/api/v1/json/data/${id}`);
  if (set === undefined) return void send(412, { error: { code: "111", message: "Unknown dataset" } });
  send(200, { data_set_description: describe(set, base) });
}

function describe(set: OfferedSet, base: string): Record<string, unknown> {
  const { id, name, arff, parquet } = set;
  return {
    id: String(id),
    name,
    version: "1",
    format: "ARFF",
    licence: "Public",
    default_target_attribute: "class",
    ...(arff === undefined
      ? {}
      : {
          url: `${base}/data/v1/download/${id}/${name}.arff`,
          md5_checksum: createHash("md5").update(arff).digest("hex"),
        }),
    ...(parquet === undefined ? {} : { parquet_url: `${base}/datasets/${id}.pq` }),
    ...set.description,
  };
}

function answerData(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  sets: readonly OfferedSet[],
  troubles: Trouble[],
  beforeCut: () => Promise<void>,
): void {
  const trouble = troubles.shift();
  const set = sets.find(({ id }) => path.includes(`/${id}/`) || path.includes(`/${id}.pq`));
  const body = path.endsWith(".pq") ? set?.parquet : set?.arff && new TextEncoder().encode(set.arff);
  if (trouble === "stall") return;
  if (trouble === "error-500") return void response.writeHead(500).end("broken");
  if (trouble === "redirect")
    return void response.writeHead(302, { location: path.replace("/data/", "/moved/data/") }).end();
  if (trouble === "loop") {
    troubles.unshift("loop");
    return void response.writeHead(302, { location: path }).end();
  }
  if (!body || trouble === "not-found") return void response.writeHead(404).end("none");
  const tag = `"${createHash("md5").update(body).digest("hex").slice(0, 8)}"`;
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const ranged = start > 0 && trouble !== "no-range" && request.headers["if-range"] === tag;
  if (ranged && start >= body.length) return void response.writeHead(416).end();
  const from = ranged ? start + (trouble === "other-range" ? 1 : 0) : 0;
  const rest = trouble === "wrong-bytes" ? body.slice(from).fill(63, -9) : body.slice(from);
  response.writeHead(ranged ? 206 : 200, {
    "content-length": String(rest.length),
    etag: tag,
    ...(ranged ? { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
  });
  if (trouble !== "truncate" && trouble !== "stall-midway") return void response.end(rest);
  response.write(rest.subarray(0, Math.floor(rest.length / 2)), () => {
    if (trouble === "truncate") void beforeCut().then(() => response.destroy());
  });
}
