// Weights loaded by ONNX Runtime; what it cannot load is rejected in its own words, cut to one line.
import { reject } from "@xpal/core/check";
import type { ModelFiles } from "./model-files.ts";
import type { OnnxRuntime, OnnxSession } from "./onnx.ts";

/** Loads weights. @throws XpalError in one sentence if they cannot be loaded. */
export async function openSession(files: ModelFiles, runtime: OnnxRuntime, weights: Uint8Array): Promise<OnnxSession> {
  try {
    return await runtime.InferenceSession.create(weights);
  } catch (error) {
    const reason = String((error as Error).message ?? error).split("\n")[0];
    reject("embed", `the model ${files.name}`, `must be one that ONNX Runtime can load, but it says ${reason}`);
  }
}
