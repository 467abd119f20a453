// The side of a channel that is called: one call at a time, in the order in which they come.
import type { Calls } from "./caller.ts";
import type { Answered, Asked, Call } from "./messages.ts";
import type { Port } from "./port.ts";
import { sendError } from "./sent-error.ts";

/** What a function may do besides giving its answer. */
export interface CallContext<Progress = never> {
  /** Tells the caller how far the work is. */
  progress(progress: Progress): void;
  /** Hands these over with the answer instead of copying them. */
  transfer(...objects: readonly object[]): void;
  /** Whether the caller no longer waits: long work that pauses now and then may look. */
  readonly isCancelled: boolean;
}

/** The functions by name. */
export type Handlers<C extends Calls<C>, Progress = never> = {
  [N in keyof C]: (
    argument: Parameters<C[N]>[0],
    context: CallContext<Progress>,
  ) => Awaited<ReturnType<C[N]>> | Promise<Awaited<ReturnType<C[N]>>>;
};

/** What happens around calls. */
export interface ServeOptions<C extends Calls<C>> {
  /** Told of a call when it comes, also while another one is at work. */
  readonly onArrival?: (name: keyof C, argument: unknown) => void;
  /** Awaited after each call, before the next one begins. */
  readonly between?: () => unknown;
  /** A piece of work for when no call waits, awaited before the next one begins; resolves to whether there is more. */
  readonly idle?: () => Promise<boolean>;
}

/**
 * Answers the calls that come through a port.
 * @example
 * const [sent, call] = [[], { id: 1, name: "double", argument: 21 }];
 * serve({ post: (message) => sent.push(message), onMessage: (listener) => setTimeout(() => listener(call)) }, { double: (n) => 2 * n });
 * await new Promise((resolve) => setTimeout(resolve));
 * sent // [{ id: 1, value: 42 }]
 */
export function serve<C extends Calls<C>, Progress = never>(
  port: Port,
  handlers: Handlers<C, Progress>,
  { onArrival, between, idle }: ServeOptions<C> = {},
): void {
  const cancelled = new Set<number>();
  let done = 0; // all calls up to this one are answered
  const queue: Call[] = [];
  let working = false;
  const reply = (message: Answered, transfer?: object[]) => port.post(message, transfer);
  const answer = async ({ id, name, argument }: Call) => {
    const transfer: object[] = [];
    try {
      if (cancelled.delete(id)) throw Object.assign(new Error("the call was cancelled"), { code: "cancelled" });
      const value = await handlers[name as keyof C](argument as never, {
        progress: (progress) => reply({ id, progress }),
        transfer: (...objects) => void transfer.push(...objects),
        get isCancelled() {
          return cancelled.has(id);
        },
      });
      if (id > 0) reply({ id, value }, transfer);
    } catch (error) {
      if (id === 0) throw error; // nobody waits for it: let the thread end with it
      reply({ id, error: sendError(error) });
    }
    done = Math.max(done, id);
    cancelled.delete(id); // a call that had begun stops only where it looks
    await between?.();
  };
  port.onMessage((message) => {
    const asked = message as Asked;
    if ("cancel" in asked) {
      if (asked.cancel > done) cancelled.add(asked.cancel);
      return;
    }
    onArrival?.(asked.name as keyof C, asked.argument);
    queue.push(asked);
    if (!working) void work();
  });
  const work = async () => {
    working = true;
    do {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await answer(next);
    } while ((await idle?.()) || queue.length > 0);
    working = false;
  };
}
