// The entry point "@xpal/core/learner": a learner with xPAL and plain kernels, for pages that load the modules without a bundler. It names less than the
// entry point of the package, so a browser loads half as many files (docs/decisions/0395).
export { useWasm, type WasmSource } from "./engine/memory/wasm-source.ts";
export { type ErrorCode, XpalError } from "./error.ts";
export type { Features, SparseMatrix } from "./features.ts";
export { cosine } from "./kernels/cosine.ts";
export { hamming, oneHot } from "./kernels/hamming.ts";
export type { Kernel } from "./kernels/kernel.ts";
export { meanBandwidth, meanHammingBandwidth } from "./kernels/mean-bandwidth.ts";
export { ownKernel } from "./kernels/own-kernel.ts";
export { rbf } from "./kernels/rbf.ts";
export { Labels } from "./labels.ts";
export { Learner } from "./learner/learner.ts";
export type { LearnerJSON } from "./learner/learner-json.ts";
export type { LearnerOptions } from "./learner/learner-options.ts";
export { PlainLearner } from "./learner/plain-learner.ts";
export type { Preview } from "./learner/preview.ts";
export type { Suggestion } from "./learner/snapshot.ts";
export { type Matrix, matrix, matrixFrom } from "./matrix.ts";
export { type XpalOptions, xpal } from "./strategies/xpal.ts";
