// The fast engine: exact, in WebAssembly. The definition's twin, held to it by the contract suite. Small pools are
// served on the calling thread; large ones, and all that would freeze a page, in a thread of their own. What only some
// pools need (threads, kernels that learn) is loaded when such a pool comes, so that pages are small without it.
import { isLearnedKernel } from "../../kernels/learning/is-learned-kernel.ts";
import type { Pool } from "../../pool.ts";
import type { Engine } from "../engine.ts";
import { checkEngineOptions, type EngineOptions } from "../engine-options.ts";
import { featureBytes } from "../memory/feature-bytes.ts";
import { type Mode, planMemory } from "../memory/memory-plan.ts";
import { PAGE_BYTES, type WasmModule, wasmMemory, wasmModule } from "../memory/wasm-module.ts";
import { rejectChangedPool } from "../reject-changed-pool.ts";
import { defaultBudget, mustNotBlock, startThread } from "../threads/platform.ts";
import { twinOf } from "./fast-twins.ts";
import { type Layout, type SessionParts, WasmSession } from "./wasm-session.ts";
import { layOut } from "./wasm-state.ts";

/** Up to this many pairs a selection takes about a millisecond, and another thread would not pay. */
const SMALL_POOL = 4_000_000;
/** Up to this many pairs even a page does not notice. */
const TINY_POOL = 250_000;
/** Kernels that can be made again in another thread from their JSON. */
const TRAVELLING = ["rbf", "hamming", "cosine", "precomputed", "product"];

/** The fast engine with the given limits. */
export function wasm(who: string, options: EngineOptions = {}): Engine {
  const {
    memory,
    keepWithin = Number.MAX_SAFE_INTEGER,
    mode,
    worker,
    onWarning = () => {},
  } = checkEngineOptions(who, options);
  return {
    name: "wasm",
    async open(pool) {
      const budget = memory ?? (await defaultBudget());
      return openWithin(pool, { budget, keepWithin, mode }, { worker, onWarning });
    },
  };
}

/** What a session must keep to. */
interface SessionLimits {
  readonly budget: number;
  readonly keepWithin: number;
  readonly mode: Mode | undefined;
}

/** Where a session works, and who hears of it. */
interface SessionPlace {
  readonly worker: boolean | undefined;
  readonly onWarning: NonNullable<EngineOptions["onWarning"]>;
}

/** A session on this thread or, where that pays, on another. */
async function openWithin(pool: Pool, limits: SessionLimits, { worker, onWarning }: SessionPlace) {
  const openHere = async () => openInline(pool, { module: await wasmModule(), ...limits });
  if (!travels(pool) || !(worker ?? paysOff(pool))) return rejectChangedPool(await openHere(), pool);
  const { RemoteSession } = await import("../threads/remote-session.ts");
  const module = await wasmModule();
  const options = { module, ...limits, onWarning, startThread, openInline: openHere };
  return rejectChangedPool(await RemoteSession.open(pool, options), pool);
}

/** A session on this thread. */
export async function openInline(
  pool: Pool,
  { module, budget, keepWithin, mode }: SessionLimits & { readonly module: WasmModule },
): Promise<WasmSession> {
  const learnedOf = await learnedStates(pool);
  const layOutPart = (part: Pool, { scored, used, learned, mode: fallback }: Layout) => {
    const limits = { budget: budget - used, keepWithin: Math.max(0, keepWithin - used), used, learned };
    const plan = planMemory(part, scored, featureBytes(part), limits, mode ?? fallback);
    return layOut(part, plan, module, wasmMemory(Math.ceil(plan.budget / PAGE_BYTES)));
  };
  return new WasmSession(pool, { layOut: layOutPart, learnedOf, twinOf });
}

/** What makes the states of the learned kernel; its code is loaded where the kernel learns. */
async function learnedStates({ kernel }: Pool): Promise<SessionParts["learnedOf"]> {
  if (!isLearnedKernel(kernel)) return () => null;
  const { LearnedStates } = await import("../learning/learned-states.ts");
  return (pool) => new LearnedStates(pool, kernel);
}

/** Whether another thread is worth it: it frees this one, and takes a while to start. */
function paysOff({ size, evaluation }: Pool): boolean {
  return size * evaluation.size > (mustNotBlock() ? TINY_POOL : SMALL_POOL);
}

/** Whether a pool's kernel can be made again in another thread. */
function travels({ kernel }: Pool): boolean {
  const made = isLearnedKernel(kernel) ? kernel.base : kernel;
  const { parts = [made] } = made as { parts?: readonly Pool["kernel"][] };
  return parts.concat(made).every((part) => TRAVELLING.includes(part.name) && part.toJSON().own !== true);
}
