// Kernels that do not learn.
export { type CosineOptions, cosine } from "../kernels/cosine.ts";
export { exp } from "../kernels/exp.ts";
export { hamming, oneHot } from "../kernels/hamming.ts";
export type { Kernel, KernelJSON } from "../kernels/kernel.ts";
export { isLearnedKernel } from "../kernels/learning/is-learned-kernel.ts";
export { type MeanBandwidthOptions, meanBandwidth, meanHammingBandwidth } from "../kernels/mean-bandwidth.ts";
export { ownKernel, type SimilarityFunction } from "../kernels/own-kernel.ts";
export { precomputed } from "../kernels/precomputed.ts";
export { product } from "../kernels/product.ts";
export { type BandwidthKernel, rbf } from "../kernels/rbf.ts";
export { similarities } from "../kernels/similarities.ts";
