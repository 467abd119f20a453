// Calls by name, with the parameters of path, query and body in one object. What each takes and gives comes from the schemas
// of the server at compile time; at run time only the table of calls is needed.
import type { z } from "zod";
import { API_CALLS, type ApiCall, type ApiCallName } from "../protocol/api-calls.ts";
import type { API_SCHEMAS } from "../protocol/api-schemas.ts";

type Schemas = typeof API_SCHEMAS;
type In<S, K extends string> = S extends Record<K, infer T extends z.ZodType> ? z.input<T> : unknown;
type Asked<N extends ApiCallName> = In<Schemas[N], "params"> &
  In<Schemas[N], "query"> &
  In<Schemas[N], "body"> &
  FileOf<N>;
type FileOf<N extends ApiCallName> = (typeof API_CALLS)[N] extends { takesFile: true }
  ? { readonly file: Uint8Array | string }
  : unknown;
type Answered<N extends ApiCallName> = (typeof API_CALLS)[N] extends { file: true }
  ? Uint8Array
  : z.output<Schemas[N]["answer"]>;

/** One method per call. */
export type StudioClient = {
  readonly [N in ApiCallName]: unknown extends Asked<N>
    ? () => Promise<Answered<N>>
    : (asked: Asked<N>) => Promise<Answered<N>>;
};

/**
 * A rejection of the server: its status, its code and its sentence.
 * @example new ClientError(404, "not-found", "there is no such project").status // 404
 */
export class ClientError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "ClientError";
    this.status = status;
    this.code = code;
  }
}

/**
 * A client for the REST API of a studio.
 * @param options `url`: where the studio is; `token`: one that somebody made for this program.
 * @throws ClientError from its methods, when the server rejects.
 * @example Object.keys(studioClient({ url: "http://127.0.0.1:4321", token: "xpal_..." })).includes("next") // true
 */
export function studioClient(options: {
  readonly url: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
}): StudioClient {
  const names = Object.keys(API_CALLS) as ApiCallName[];
  const calls = names.map((name) => [
    name,
    (asked: Record<string, unknown> = {}) => call(options, API_CALLS[name], asked),
  ]);
  return Object.fromEntries(calls) as StudioClient;
}

async function call(
  options: { url: string; token: string; fetch?: typeof fetch },
  { method, path, file, takesFile }: ApiCall,
  asked: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const rest = new Map(Object.entries(asked));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  });
  const url = new URL(`${options.url.replace(/\/+$/, "")}/api/v1${filled}`);
  const init: RequestInit & { headers: Record<string, string> } = {
    method,
    headers: { authorization: `Bearer ${options.token}` },
  };
  if (takesFile) {
    init.body = rest.get("file") as string;
    rest.delete("file");
  } else if (method === "POST") {
    init.headers["content-type"] = "application/json";
    init.body = JSON.stringify(Object.fromEntries(rest));
    rest.clear();
  }
  for (const [name, value] of rest) if (value !== undefined) url.searchParams.set(name, String(value));
  const response = await (options.fetch ?? fetch)(url, init);
  if (!response.ok) {
    const rejection = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new ClientError(
      response.status,
      rejection.code ?? "failed",
      rejection.message ?? `the server said ${response.status}`,
    );
  }
  return file ? new Uint8Array(await response.arrayBuffer()) : response.json();
}
