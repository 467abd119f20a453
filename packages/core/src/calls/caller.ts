// The side of a channel that calls: each call is a promise, which is kept, rejected with the other side's error, or rejected
// because the other side is gone.
import type { Answered } from "./messages.ts";
import type { Port } from "./port.ts";
import { receiveError, type SentError } from "./sent-error.ts";

/** The names of functions on the other side: what one is passed and what it gives. */
// biome-ignore lint/suspicious/noExplicitAny: any argument of one's own choice
export type Calls<C> = { [N in keyof C]: (argument: any) => unknown };

/** What goes with one call. */
export interface CallOptions<Progress = never> {
  /** What is handed over instead of copied. */
  readonly transfer?: readonly object[];
  /** When it is aborted, a call that has not begun is not begun, and one that looks for it stops, with the code "cancelled". */
  readonly signal?:
    | { readonly aborted?: boolean; addEventListener(type: "abort", listener: () => void): void }
    | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/** Calls to another thread or process. */
export interface Caller<C extends Calls<C>, Progress = never> {
  call<N extends keyof C & string>(
    name: N,
    argument: Parameters<C[N]>[0],
    options?: CallOptions<Progress>,
  ): Promise<Awaited<ReturnType<C[N]>>>;
  /** A call that no answer is wanted to; if it fails, that ends the other side. */
  tell<N extends keyof C & string>(name: N, argument: Parameters<C[N]>[0], transfer?: readonly object[]): void;
  /** Rejects all calls that wait and all that come. */
  end(reason: Error): void;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: never) => void) | undefined;
}

/**
 * The calling side of a channel.
 * @param received How an error of the other side is made here; by default an XpalError stays one, and others keep message and code.
 * @example
 * let answer;
 * const port = { post: ({ id, argument }) => answer({ id, value: 2 * argument }), onMessage: (listener) => (answer = listener) };
 * await caller(port).call("double", 21) // 42
 */
export function caller<C extends Calls<C>, Progress = never>(
  port: Port,
  received: (error: SentError) => Error = receiveError,
): Caller<C, Progress> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: Error | undefined;
  const end = (reason: Error) => {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const taken = (id: number) => {
    if (waiting.delete(id) && waiting.size === 0) port.hold?.(false);
  };
  port.onEnd?.(end);
  port.onMessage((message) => {
    const reply = message as Answered;
    const asked = waiting.get(reply.id);
    if (asked === undefined) return;
    if ("progress" in reply) return asked.onProgress?.(reply.progress as never);
    taken(reply.id);
    if ("error" in reply) asked.reject(received(reply.error));
    else asked.resolve(reply.value as never);
  });
  return {
    end,
    tell: (name, argument, transfer) => port.post({ id: 0, name, argument }, transfer),
    call: (name, argument, { transfer, signal, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        const id = ++last;
        waiting.set(id, { resolve, reject, onProgress });
        if (waiting.size === 1) port.hold?.(true);
        try {
          port.post({ id, name, argument }, transfer);
        } catch (error) {
          taken(id); // what cannot be copied was never sent
          reject(error);
        }
        const cancel = () => {
          if (waiting.has(id)) port.post({ cancel: id });
        };
        if (signal?.aborted) cancel();
        signal?.addEventListener("abort", cancel);
      }),
  };
}
