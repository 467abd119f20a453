// A JSON server on this machine that speaks as a real one does, for tests: it can fail for a while, and tells what it heard.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "../../../../test/free-port.mjs";

/** A request as it came. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** What to answer. */
export interface Said {
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

/** A running server. */
export interface JsonServer {
  readonly url: string;
  readonly heard: Heard[];
  /** The next so many requests are answered by this status. */
  fail(status: number, times: number): void;
  close(): Promise<void>;
}

/** Starts one on any free port, or on the one that an earlier one had. */
export async function jsonServer(answer: (request: Heard) => Promise<Said> | Said, port?: number): Promise<JsonServer> {
  const heard: Heard[] = [];
  let failing = { status: 500, times: 0 };
  const server = createServer(async (incoming, response) => {
    let text = "";
    for await (const piece of incoming) text += piece;
    const url = new URL(incoming.url ?? "/", "http://here");
    const request: Heard = {
      method: incoming.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    heard.push(request);
    const failed = failing.times-- > 0;
    const {
      status = 200,
      json,
      headers = {},
    } = failed
      ? { status: failing.status, json: { detail: `trouble, said ${incoming.headers.authorization}` } }
      : await Promise.resolve(answer(request)).catch((error: Error) => ({
          status: 500,
          json: { detail: error.message },
        }));
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(json === undefined ? "" : JSON.stringify(json));
  });
  const at = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    fail: (status, times) => {
      failing = { status, times };
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Waits for something to become true, however long that takes; the test's own limit ends it. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}
