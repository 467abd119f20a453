// One side of a channel between two threads or processes, whatever it is made of. The types are structural: this package
// cannot name Node's modules or the page.

/** One side of a channel. */
export interface Port {
  /** @param transfer What is handed over instead of copied, where the channel can do that. */
  post(message: unknown, transfer?: readonly object[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called when the other side is gone; may be called again. */
  onEnd?(listener: (reason: Error) => void): void;
  /** Told whether an answer is awaited: a channel may keep the program from ending meanwhile. */
  hold?(awaited: boolean): void;
}

interface NodePort {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  // biome-ignore lint/suspicious/noExplicitAny: each event has a type of its own
  on(event: string, listener: (value: any) => void): unknown;
}

interface PagePort {
  postMessage(message: unknown, transfer: readonly object[]): void;
  // biome-ignore lint/suspicious/noExplicitAny: each event has a type of its own
  addEventListener(event: string, listener: (event: any) => void): void;
}

/**
 * The port of a `Worker` of Node, or inside of one of its `parentPort`.
 * @example
 * const sent = [];
 * threadPort({ postMessage: (message) => sent.push(message), on() {} }).post("hello");
 * sent // ["hello"]
 */
export function threadPort(thread: NodePort): Port {
  return {
    post: (message, transfer) => thread.postMessage(message, transfer),
    onMessage: (listener) => void thread.on("message", listener),
    onEnd(listener) {
      thread.on("error", (error: unknown) => listener(error instanceof Error ? error : new Error(String(error))));
      thread.on("exit", (code: number) => listener(new Error(`the thread ended with code ${code}`)));
    },
  };
}

/**
 * The port of a `Worker` of a page, or inside of one of `self`.
 * @example
 * const sent = [];
 * pagePort({ postMessage: (message) => sent.push(message), addEventListener() {} }).post("hello");
 * sent // ["hello"]
 */
export function pagePort(worker: PagePort): Port {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (listener) => worker.addEventListener("message", ({ data }: { data: unknown }) => listener(data)),
    onEnd: (listener) =>
      worker.addEventListener("error", ({ message }: { message?: string }) =>
        listener(new Error(message ?? "it could not be started")),
      ),
  };
}
