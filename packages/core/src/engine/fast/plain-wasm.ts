// The fast engine without the parts that are loaded when first used: one thread, and a fast twin for xPAL alone. Whatever else is asked
// for is computed as it is written, with the same answers. It names no such part, so a bundle in one file is a third as large
// (docs/decisions/0370).
import { checkInteger, checkOneOf } from "../../check.ts";
import { isLearnedKernel } from "../../kernels/learning/is-learned-kernel.ts";
import type { Pool } from "../../pool.ts";
import type { Engine } from "../engine.ts";
import { checkEngineOptions, type EngineOptions } from "../engine-options.ts";
import { featureBytes } from "../memory/feature-bytes.ts";
import { MODES, type Mode, planMemory } from "../memory/memory-plan.ts";
import { PAGE_BYTES, plainModule, wasmMemory } from "../memory/wasm-module.ts";
import { rejectChangedPool } from "../reject-changed-pool.ts";
import { defaultBudget } from "../threads/platform.ts";
import { plainTwinOf } from "./plain-twins.ts";
import { WasmSession } from "./wasm-session.ts";
import { layOut } from "./wasm-state.ts";

/** Bounds rule out most candidates of a large pool; their code is a part of its own. */
const PLAIN_MODES = MODES.filter((mode) => mode !== "bounds");

/** The plain engine with the given limits. */
export function plainWasm(who: string, options: EngineOptions = {}): Engine {
  const { memory, keepWithin = Number.MAX_SAFE_INTEGER, mode, threads } = checkEngineOptions(who, options);
  if (mode !== undefined) checkOneOf(who, "engine.mode", mode, PLAIN_MODES);
  if (threads !== undefined) checkInteger(who, "engine.threads", threads, 1, 1);
  return {
    name: "wasm",
    async open(pool) {
      if (isLearnedKernel(pool.kernel)) return (await import("../definition.ts")).definition.open(pool);
      const budget = memory ?? (await defaultBudget());
      const module = await plainModule();
      const layOutPart = (part: Pool, used: number, fallback: Mode | undefined) => {
        const limits = { budget: budget - used, keepWithin: Math.max(0, keepWithin - used), used };
        const plan = { ...planMemory(part, featureBytes(part), limits, mode ?? fallback), bounds: false };
        return layOut(part, plan, { module }, wasmMemory("own", Math.ceil(plan.budget / PAGE_BYTES)));
      };
      return rejectChangedPool(new WasmSession(pool, layOutPart, null, plainTwinOf), pool);
    },
  };
}
