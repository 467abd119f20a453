// The one place that knows where it runs: Node or a page. Node's modules are asked for by name at run time, so that
// bundlers for the browser need not resolve them.

import { type Port, pagePort, threadPort } from "../../calls/port.ts";

/** Another thread, as its owner sees it. */
export interface Thread extends Port {
  onEnd(listener: (reason: Error) => void): void;
  end(): Promise<void>;
}

type NodePort = Parameters<typeof threadPort>[0];
type PagePort = Parameters<typeof pagePort>[0];

interface NodeWorker extends NodePort {
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

interface PageWorker extends PagePort {
  terminate(): void;
}

interface NodeThreads {
  Worker: new (url: object) => NodeWorker;
  parentPort: NodePort;
}

declare const Worker: new (url: object, options: { type: "module" }) => PageWorker;
declare const URL: new (path: string, base: string) => object;

const page = globalThis as unknown as {
  process?: { versions?: { node?: string }; constrainedMemory?(): number; getBuiltinModule?(name: string): unknown };
  Worker?: unknown;
  setTimeout(done: () => void, ms: number): unknown;
};

const BROWSER_BUDGET = 2 ** 30;

/** Whether this is Node. */
const isNode = page.process?.versions?.node !== undefined;

/**
 * The default budget in bytes: a quarter of the memory of the machine, or of the container that this process is limited
 * to; 1 GiB in a browser, which does not tell.
 */
export async function defaultBudget(): Promise<number> {
  if (!isNode) return BROWSER_BUDGET;
  const os = (await importNode("node:os")) as { totalmem(): number };
  const limit = page.process?.constrainedMemory?.() ?? 0; // 0 where nothing limits it
  return Math.floor(Math.min(os.totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 4);
}

/**
 * Compiles in Node with the optimising compiler from the start; undefined elsewhere. V8 otherwise begins with quick code
 * and replaces it function by function, which left the kernel a fifth slower in three runs of four. The switches are
 * turned for the one compilation only.
 */
export async function optimisingAtOnce<T>(compile: () => T): Promise<T | undefined> {
  if (!isNode) return undefined;
  const v8 = (await importNode("node:v8")) as { setFlagsFromString(flags: string): void };
  v8.setFlagsFromString("--no-liftoff");
  v8.setFlagsFromString("--no-wasm-lazy-compilation");
  try {
    return compile();
  } finally {
    v8.setFlagsFromString("--wasm-lazy-compilation");
    v8.setFlagsFromString("--liftoff");
  }
}

/** Whether long work on the calling thread would freeze a page, and another thread can be had. */
export function mustNotBlock(): boolean {
  return !isNode && page.Worker !== undefined;
}

/** Resolves after some time, when the messages that have come meanwhile are read. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => page.setTimeout(resolve, ms));
}

/** Starts a thread that runs ./worker.js. */
export async function startThread(): Promise<Thread> {
  if (!isNode)
    return pageThread(
      new Worker(new URL("./worker.js", (import.meta as unknown as { url: string }).url), { type: "module" }),
    );
  const { Worker: NodeThread } = (await importNode("node:worker_threads")) as NodeThreads;
  return nodeThread(new NodeThread(new URL("./worker.js", (import.meta as unknown as { url: string }).url)));
}

/** Inside a thread: the way to its owner. What is posted before its owner was listened to is lost. */
export function ownerPort(): Port {
  if (!isNode) return pagePort(globalThis as unknown as PagePort);
  let port: Port | undefined;
  return {
    post: (message, transfer) => port?.post(message, transfer),
    onMessage: (listener) =>
      void importNode("node:worker_threads").then((threads) => {
        port = threadPort((threads as NodeThreads).parentPort);
        port.onMessage(listener);
      }),
  };
}

function nodeThread(worker: NodeWorker): Thread {
  worker.unref();
  return {
    ...(threadPort(worker) as Required<Port>),
    hold: (awaited) => (awaited ? worker.ref() : worker.unref()),
    end: async () => void (await worker.terminate()),
  };
}

function pageThread(worker: PageWorker): Thread {
  return { ...(pagePort(worker) as Required<Port>), hold: () => {}, end: async () => worker.terminate() };
}

/** Not `import(name)`: the compiler wraps the name in a function, which webpack's minifier turns into two arguments. */
async function importNode(name: string): Promise<unknown> {
  return page.process?.getBuiltinModule?.(name);
}
