// The fast engine: exact, in WebAssembly. The definition's twin, held to it by the contract suite.
import { type Features, isGroups, isSparse } from "../features.ts";
import type { Pool } from "../pool.ts";
import type { Engine } from "./engine.ts";
import { checkEngineOptions, type EngineOptions } from "./engine-options.ts";
import { kernelMemory, kernelModule, PAGE_BYTES } from "./kernel-module.ts";
import { layOut } from "./machine.ts";
import { planMemory } from "./memory-plan.ts";
import { defaultBudget } from "./platform.ts";
import { WasmSession } from "./wasm-session.ts";

/** The fast engine with the given limits. */
export function wasm(who: string, options: EngineOptions = {}): Engine {
  const { memory, mode } = checkEngineOptions(who, options);
  return {
    name: "wasm",
    async open(pool) {
      const budget = memory ?? (await defaultBudget());
      const module = await kernelModule("own");
      return new WasmSession(pool, (part, used) => {
        const plan = planMemory(part, featureBytes(part), budget - used, mode);
        return layOut(part, plan, module, kernelMemory("own", Math.ceil(plan.budget / PAGE_BYTES)));
      });
    },
  };
}

/** Bytes of a pool's features in the kernel's memory. */
function featureBytes({ features, evaluation }: Pool): number {
  return bytesOf(features) + (evaluation.isPool ? 0 : bytesOf(evaluation.features));
}

function bytesOf(features: Features): number {
  if (isGroups(features)) return features.groups.reduce((sum, group) => sum + bytesOf(group), 0);
  return isSparse(features) ? features.values.length * 12 + features.rows * 4 : (features.rows + 8) * features.cols * 8;
}
