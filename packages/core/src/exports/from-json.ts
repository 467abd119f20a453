// Kernels and strategies by their name or from JSON, apart from the others because each of these functions uses all of them.
export { kernelFromJSON } from "../kernels/kernel-from-json.ts";
export { type StrategyEntry, type StrategyName, strategyCatalogue, strategyNamed } from "../strategies/catalogue.ts";
export { strategyFromJSON } from "../strategies/strategy-from-json.ts";
