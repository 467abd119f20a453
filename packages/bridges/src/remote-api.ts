// JSON over HTTP to another program: with a time limit, tried again when that may help, and with its token in one header and
// nowhere else. What the other side says is told only after the token was taken out of it.

import { StudioError } from "@xpal/studio/internal";
/** How requests are signed. */
export interface Credentials {
  /** Headers that prove who asks. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** After a rejection: whether other headers are to be had, so that it is worth to ask once more. */
  renew(): Promise<boolean>;
  /** What must never be repeated in a message. */
  readonly secrets: readonly string[];
}

/** Who is asked, and how. */
export interface RemoteOptions {
  /** What comes before all paths. */
  readonly base: string;
  readonly host: string;
  readonly credentials: Credentials;
  /** How often a request is sent before it is given up; 5 by default. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; each further pause is twice as long. */
  readonly firstPauseMs?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The other side rejected a request for a reason that trying again does not change. */
export class RemoteRejection extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Failure {
  readonly code?: string;
}

/** Worth another attempt. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const LONGEST_PAUSE_MS = 30_000;

/** A program that can be asked. */
export class RemoteApi {
  readonly #options: RemoteOptions;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  get host(): string {
    return this.#options.host;
  }

  /**
   * Sends a request and reads the answer.
   * @throws RemoteRejection if it is rejected; StudioError "unreachable" if there is no answer however often it is sent.
   */
  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const { attempts = 5, firstPauseMs = 500, credentials, signal } = this.#options;
    let reason = "";
    let renewed = false;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      signal?.throwIfAborted();
      const found = await this.#try(method, path, body);
      if ("json" in found) return found.json;
      if (found.status === 401 && !renewed && (await credentials.renew())) {
        renewed = true;
        attempt--;
        continue;
      }
      if (found.status !== undefined && !PASSING.has(found.status))
        throw new RemoteRejection(found.status, found.reason);
      reason = found.reason;
      const pause = Math.min(LONGEST_PAUSE_MS, found.pauseMs ?? firstPauseMs * 2 ** (attempt - 1));
      if (attempt < attempts) await pauseFor(pause, signal);
    }
    throw new StudioError("unreachable", `bridge: ${this.host} must answer, but after ${attempts} attempts ${reason}`);
  }

  async #try(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ json: unknown } | { status?: number; reason: string; pauseMs?: number }> {
    const { base, credentials, signal, timeoutMs = 60_000 } = this.#options;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          accept: "application/json",
          ...(await credentials.headers()),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "manual", // the token goes to the host that was named, and to no other
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      const text = await response.text();
      if (response.ok) return { json: text === "" ? null : JSON.parse(text) };
      const { status } = response;
      const to = status >= 300 && status < 400 ? ` and sends to ${response.headers.get("location")}` : "";
      const reason = this.#safe(`it answered ${status}${to}${saidIn(text)}`);
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      return { status, reason, ...(seconds >= 0 ? { pauseMs: 1000 * seconds } : {}) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RemoteRejection || error instanceof StudioError) throw error;
      if (limit.aborted) return { reason: `it took longer than ${timeoutMs / 1000} s` };
      if (error instanceof SyntaxError) return { reason: "it did not answer in JSON" };
      const { cause, message } = error as { cause?: Failure & { errors?: readonly Failure[] }; message: string };
      // A name with several addresses fails once for each.
      const code = cause?.code ?? cause?.errors?.[0]?.code;
      return { reason: this.#safe(`it cannot be reached (${code ?? message})`) };
    }
  }

  #safe(text: string): string {
    return this.#options.credentials.secrets.reduce(
      (rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, "[token]")),
      text,
    );
  }
}

/** What a server says about an error, as one line. */
function saidIn(text: string): string {
  try {
    const { detail, message, error } = JSON.parse(text) as Record<string, unknown>;
    const said = [detail, message, error].find((one) => one !== undefined && one !== null);
    if (said === undefined) return "";
    const line = typeof said === "string" ? said : JSON.stringify(said);
    return ` (${line.replace(/\s+/g, " ").slice(0, 200)})`;
  } catch {
    return "";
  }
}

/** Waits, or gives up when the signal is raised. */
function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, stopped) => {
    const stop = () => {
      clearTimeout(timer);
      stopped(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
