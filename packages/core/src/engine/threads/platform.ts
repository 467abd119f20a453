// The one place that knows where it runs: Node or a page. Node's modules are asked for by name at run time, so that
// bundlers for the browser need not resolve them.

/** Another thread, as its owner sees it. */
export interface Thread {
  post(message: unknown, transfer?: readonly object[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the thread ends without having been asked to. */
  onDeath(listener: (reason: string) => void): void;
  end(): Promise<void>;
  /** Whether the program has to wait for this thread before it ends. */
  hold(on: boolean): void;
}

/** A thread's way to its owner. */
export interface Owner {
  post(message: unknown, transfer?: readonly object[]): void;
}

interface NodeWorker {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  on(event: string, listener: (value: never) => void): void;
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

interface PageWorker {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}

interface NodeThreads {
  Worker: new (url: object) => NodeWorker;
  parentPort: { postMessage: Owner["post"]; on(event: "message", listener: (message: unknown) => void): void };
}

declare const Worker: new (url: object, options: { type: "module" }) => PageWorker;
declare const URL: new (path: string, base: string) => object;

const page = globalThis as unknown as {
  process?: { versions?: { node?: string }; getBuiltinModule?(name: string): unknown };
  navigator?: { hardwareConcurrency?: number };
  crossOriginIsolated?: boolean;
  Worker?: unknown;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage: Owner["post"];
};

const BROWSER_BUDGET = 2 ** 30;

/** Whether this is Node. */
const isNode = page.process?.versions?.node !== undefined;

/** The default budget in bytes: a quarter of the machine's memory, or 1 GiB in a browser, which does not tell. */
export async function defaultBudget(): Promise<number> {
  if (!isNode) return BROWSER_BUDGET;
  const os = (await importNode("node:os")) as { totalmem(): number };
  return Math.floor(os.totalmem() / 4);
}

/** How many threads can run at once with shared memory; 1 where memory cannot be shared. */
export async function mostThreads(): Promise<number> {
  if (!isNode) return page.crossOriginIsolated ? (page.navigator?.hardwareConcurrency ?? 1) : 1;
  const os = (await importNode("node:os")) as { availableParallelism(): number };
  return os.availableParallelism();
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

/** Starts a thread that runs ./worker.js. */
export async function startThread(): Promise<Thread> {
  if (!isNode)
    return pageThread(
      new Worker(new URL("./worker.js", (import.meta as unknown as { url: string }).url), { type: "module" }),
    );
  const { Worker: NodeThread } = (await importNode("node:worker_threads")) as NodeThreads;
  return nodeThread(new NodeThread(new URL("./worker.js", (import.meta as unknown as { url: string }).url)));
}

/** Inside a thread: listens to its owner. */
export function listenToOwner(listener: (message: unknown, owner: Owner) => void): void {
  if (!isNode) {
    const owner = { post: (message: unknown, transfer: readonly object[] = []) => page.postMessage(message, transfer) };
    page.onmessage = ({ data }) => listener(data, owner);
    return;
  }
  void importNode("node:worker_threads").then((threads) => {
    const { parentPort } = threads as NodeThreads;
    const owner = {
      post: (message: unknown, transfer?: readonly object[]) => parentPort.postMessage(message, transfer),
    };
    parentPort.on("message", (message) => listener(message, owner));
  });
}

function nodeThread(worker: NodeWorker): Thread {
  let ended = false;
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: (listener) => worker.on("message", listener as (value: never) => void),
    onDeath(listener) {
      worker.on("error", (error: { message: string }) => listener(error.message));
      worker.on("exit", (code: number) => {
        if (!ended) listener(`it ended with code ${code}`);
      });
    },
    async end() {
      ended = true;
      await worker.terminate();
    },
    hold: (on) => (on ? worker.ref() : worker.unref()),
  };
}

function pageThread(worker: PageWorker): Thread {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage(listener) {
      worker.onmessage = ({ data }) => listener(data);
    },
    onDeath(listener) {
      worker.onerror = ({ message }) => listener(message ?? "it could not be started");
    },
    end: async () => worker.terminate(),
    hold: () => {},
  };
}

/** Not `import(name)`: the compiler wraps the name in a function, which webpack's minifier turns into two arguments. */
async function importNode(name: string): Promise<unknown> {
  return page.process?.getBuiltinModule?.(name);
}
