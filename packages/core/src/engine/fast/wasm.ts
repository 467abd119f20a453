// The fast engine: exact, in WebAssembly. The definition's twin, held to it by the contract suite. Small pools are
// served on the calling thread; large ones, and all that would freeze a page, in threads of their own. What only some
// pools need (threads, kernels that learn) is loaded when such a pool comes, so that pages are small without it.
import { isLearnedKernel } from "../../kernels/learning/is-learned-kernel.ts";
import type { Pool } from "../../pool.ts";
import type { Engine, EngineSession } from "../engine.ts";
import { checkEngineOptions, type EngineOptions } from "../engine-options.ts";
import { featureBytes } from "../memory/feature-bytes.ts";
import { type Mode, planMemory } from "../memory/memory-plan.ts";
import { PAGE_BYTES, type WasmMemory, type WasmModule, wasmMemory, wasmModule } from "../memory/wasm-module.ts";
import { rejectChangedPool } from "../reject-changed-pool.ts";
import { defaultBudget, mostThreads, mustNotBlock, startThread } from "../threads/platform.ts";
import { twinOf } from "./fast-twins.ts";
import { scoredCount } from "./scored-items.ts";
import { type Layout, type SessionParts, WasmSession } from "./wasm-session.ts";
import { layOut } from "./wasm-state.ts";

/** Up to this many pairs a selection takes about a millisecond, and another thread would not pay. */
const SMALL_POOL = 4_000_000;
/** Up to this many pairs even a page does not notice. */
const TINY_POOL = 250_000;
/** By default no more threads than this: memory, not arithmetic, is then the limit. */
const DEFAULT_THREADS = 4;
/** Kernels that can be made again in another thread from their JSON. */
const TRAVELLING = ["rbf", "hamming", "cosine", "precomputed", "product"];

/** The fast engine with the given limits. */
export function wasm(who: string, options: EngineOptions = {}): Engine {
  const {
    memory,
    keepWithin = Number.MAX_SAFE_INTEGER,
    mode,
    threads,
    onWarning = () => {},
  } = checkEngineOptions(who, options);
  return {
    name: "wasm",
    async open(pool) {
      return openWithin(pool, { budget: memory ?? (await defaultBudget()), keepWithin, mode, threads, onWarning });
    },
  };
}

/** What a session must keep to. */
interface SessionLimits {
  readonly budget: number;
  readonly keepWithin: number;
  readonly mode: Mode | undefined;
  readonly threads: number | undefined;
  readonly onWarning: NonNullable<EngineOptions["onWarning"]>;
}

/** A session on this thread or, where that pays, on others. */
async function openWithin(pool: Pool, { threads, onWarning, ...limits }: SessionLimits): Promise<EngineSession> {
  const inline = async () => {
    return openInline(pool, { module: await wasmModule("own"), memory: null, threads: 1, ...limits });
  };
  const wanted = travels(pool) ? await threadsFor(pool, threads) : 0;
  if (wanted === 0) return rejectChangedPool(await inline(), pool);
  const { RemoteSession } = await import("../threads/remote-session.ts");
  const shared = wanted > 1;
  const { budget, keepWithin, mode } = limits;
  const { budget: usable } = planMemory(pool, scoredCount(pool), featureBytes(pool), { budget, keepWithin }, mode);
  const remote = await RemoteSession.open(pool, {
    module: await wasmModule(shared ? "shared" : "own"),
    memory: shared ? wasmMemory("shared", Math.ceil(usable / PAGE_BYTES)) : null,
    threads: wanted,
    ...limits,
    onWarning,
    startThread,
    openInline: inline as () => Promise<EngineSession>,
  });
  return rejectChangedPool(remote, pool);
}

/** What a session on one thread is opened with. */
interface InlineOptions {
  readonly module: WasmModule;
  /** Memory that helpers share, or null for memory of its own. */
  readonly memory: WasmMemory | null;
  readonly threads: number;
  readonly budget: number;
  readonly keepWithin: number;
  readonly mode: Mode | undefined;
}

/** A session on this thread; with shared memory it is the host of helpers. */
export async function openInline(pool: Pool, options: InlineOptions): Promise<WasmSession> {
  const { module, memory, threads, budget, keepWithin, mode } = options;
  const learnedOf = await learnedStates(pool);
  const jobs = memory === null ? undefined : await import("../threads/shared-jobs.ts");
  let shared = memory;
  const layOutPart = (part: Pool, { scored, used, learned, mode: fallback }: Layout) => {
    const limits = { budget: budget - used, keepWithin: Math.max(0, keepWithin - used), used, learned };
    const plan = planMemory(part, scored, featureBytes(part), limits, mode ?? fallback);
    const pages = Math.ceil(plan.budget / PAGE_BYTES);
    const kind = memory === null ? "own" : "shared";
    const given = shared;
    shared = null; // helpers know the first memory only; a second one is worked on alone
    if (given === null || jobs === undefined) return layOut(part, plan, module, wasmMemory(kind, pages));
    return layOut(part, plan, module, given, (kernel, arena) => jobs.sharedJobs(kernel, arena, threads));
  };
  return new WasmSession(pool, { layOut: layOutPart, learnedOf, twinOf });
}

/** What makes the states of the learned kernel; its code is loaded where the kernel learns. */
async function learnedStates({ kernel }: Pool): Promise<SessionParts["learnedOf"]> {
  if (!isLearnedKernel(kernel)) return () => null;
  const { LearnedStates } = await import("../learning/learned-states.ts");
  return (pool) => new LearnedStates(pool, kernel);
}

/** How many other threads are to work on a pool; 0 for the calling thread itself. */
async function threadsFor({ size, evaluation }: Pool, wanted: number | undefined): Promise<number> {
  const pairs = size * evaluation.size;
  const most = await mostThreads();
  const canShare = most > 1 || !mustNotBlock(); // a page that may not share memory has one thread
  const threads = wanted ?? (pairs <= SMALL_POOL ? 1 : Math.min(DEFAULT_THREADS, most));
  if (threads > 1 && canShare) return threads;
  return mustNotBlock() && pairs > TINY_POOL ? 1 : 0;
}

/** Whether a pool's kernel can be made again in another thread. */
function travels({ kernel }: Pool): boolean {
  const made = isLearnedKernel(kernel) ? kernel.base : kernel;
  const { parts = [made] } = made as { parts?: readonly Pool["kernel"][] };
  return parts.concat(made).every((part) => TRAVELLING.includes(part.name) && part.toJSON().own !== true);
}
