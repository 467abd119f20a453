export { XpalError } from "./error.ts";
export * from "./kernels/kernel-from-json.ts";
export * from "./kernels/mean-bandwidth.ts";
export * from "./kernels/own-kernel.ts";
export * from "./kernels/similarities.ts";
export * from "./random/generator.ts";
