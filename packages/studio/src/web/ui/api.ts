// Requests to whoever answers this page. A rejection comes back as an ApiError with the sentence that came with it.
import { host, type Live } from "./host.ts";

/** A rejection of the server, or no answer at all (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Whether the same request may succeed later: no answer, a server in trouble, or too much at once. */
export function isPassing({ status }: ApiError): boolean {
  return status === 0 || status >= 500 || [408, 409, 425, 429].includes(status);
}

/** Whether nothing more will succeed before the person does something: logged out, or the project is gone. */
export function isFinal({ status }: ApiError): boolean {
  return [401, 403, 404].includes(status);
}

/** GET of JSON. */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>(path, signal === undefined ? {} : { signal });
}

/** POST of JSON. */
export function post<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** DELETE. */
export function remove(path: string): Promise<unknown> {
  return request(path, { method: "DELETE" });
}

/** POST of a file as it is, with progress from 0 to 1. */
export async function upload<T>(
  path: string,
  file: Blob,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<T> {
  return host()
    .upload(path, file, progress, signal)
    .then(
      ({ status, text }) => {
        const answer = parse(text);
        if (status >= 300) throw errorOf(status, answer);
        return answer as T;
      },
      (error: Error) => {
        if (error.name === "AbortError") throw new ApiError(0, "cancelled", "cancelled");
        throw new ApiError(0, "offline", "the server does not answer");
      },
    );
}

/** A stream of named messages, such as the events of a project as they happen. */
export function live(path: string): Live {
  return host().live(path);
}

/** DELETE that needs no answer; also while the page is being closed. */
export function leave(path: string): void {
  void host()
    .request(path, { method: "DELETE", keepalive: true })
    .catch(() => {});
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await host().request(path, init);
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new ApiError(0, "offline", "the server does not answer");
  }
  const answer = parse(await response.text());
  if (!response.ok) throw errorOf(response.status, answer);
  return answer as T;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function errorOf(status: number, answer: unknown): ApiError {
  const { code = "failed", message = "the server rejected" } = (answer ?? {}) as { code?: string; message?: string };
  return new ApiError(status, code, message);
}
