// One request to a server of files: with a time limit between two signs of life, and rejections in plain words.
import { XpalError } from "@xpal/core";
import { reject } from "@xpal/core/check";

/** How to talk to a server. */
export interface Connection {
  /** Who asks, for messages. */
  readonly who: string;
  readonly fetch: typeof fetch;
  /** Milliseconds without a byte after which a request is given up. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** What went wrong on the way, so that trying again may help. */
export class TransferError extends Error {}

/** A request; the answer's body must be read by `bodyOf`, which shares the time limit. */
export async function request(
  connection: Connection,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const patience = new Patience(connection);
  try {
    const all = { "accept-encoding": "identity", ...headers };
    const answer = await connection.fetch(url, { headers: all, redirect: "follow", signal: patience.signal });
    patiences.set(answer, patience);
    return answer;
  } catch (error) {
    throw patience.explain(error, url);
  } finally {
    patience.rest();
  }
}

const patiences = new WeakMap<Response, Patience>();

/** The pieces of an answer's body as they come. */
export async function* bodyOf(answer: Response, url: string): AsyncGenerator<Uint8Array> {
  const patience = patiences.get(answer) as Patience;
  const reader = answer.body?.getReader();
  try {
    while (reader !== undefined) {
      patience.wait();
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw patience.explain(error, url);
  } finally {
    patience.rest();
    await reader?.cancel().catch(() => undefined);
  }
}

/** Gives up a request that shows no sign of life, or whose caller has given up. */
class Patience {
  readonly #giveUp = new AbortController();
  readonly #connection: Connection;
  #timer: NodeJS.Timeout | undefined;
  #expired = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.signal?.throwIfAborted();
    this.wait();
  }

  get signal(): AbortSignal {
    const { signal } = this.#connection;
    return signal === undefined ? this.#giveUp.signal : AbortSignal.any([signal, this.#giveUp.signal]);
  }

  wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#expired = true;
      this.#giveUp.abort();
    }, this.#connection.timeout);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }

  explain(error: unknown, url: string): Error {
    if (error instanceof XpalError) return error;
    if (this.#connection.signal?.aborted) return this.#connection.signal.reason as Error;
    const { host } = new URL(url);
    if (this.#expired) return new TransferError(`${host} sent nothing for ${this.#connection.timeout} ms`);
    const cause = (error as { cause?: { code?: string; message?: string } }).cause;
    const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
    return new TransferError(`${host} cannot be reached (${reason})`);
  }
}

/** Rejects for good: the data are not in the cache and cannot be had. */
export function rejectTransfer({ who }: Connection, what: string, reason: string): never {
  reject(
    who,
    what,
    `must be in the cache or reachable, but ${reason}`,
    undefined,
    "try again when the network is available; what was downloaded so far is kept",
    "bad-state",
  );
}
