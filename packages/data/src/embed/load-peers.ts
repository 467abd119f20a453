// The packages that run a model. They are large and few people need them, so they are not installed with this one; where
// one is missing, the sentence says how to get it.
import { reject } from "@xpal/core/check";
import type { OnnxRuntime, TokenizerLibrary } from "./onnx.ts";

/** Imports a package by name. */
export type Load = (name: string) => Promise<unknown>;

const load: Load = (name) => import(name);

/** ONNX Runtime: the native one, or the one in WebAssembly, which is slower and runs everywhere. */
export async function loadRuntime(from: Load = load): Promise<OnnxRuntime> {
  const found = (await firstOf(from, ["onnxruntime-node", "onnxruntime-web"])) as OnnxRuntime | undefined;
  return found ?? rejectMissing("onnxruntime-node", "to run a model", "onnxruntime-node @huggingface/tokenizers");
}

/** The tokenisers of language models. */
export async function loadTokenizers(from: Load = load): Promise<TokenizerLibrary> {
  const found = (await firstOf(from, ["@huggingface/tokenizers"])) as TokenizerLibrary | undefined;
  return found ?? rejectMissing("@huggingface/tokenizers", "to read texts with a model", "@huggingface/tokenizers");
}

async function firstOf(from: Load, names: readonly string[]): Promise<unknown> {
  for (const name of names) {
    try {
      return await from(name);
    } catch {
      // not installed, or not for this machine
    }
  }
  return undefined;
}

function rejectMissing(name: string, purpose: string, install: string): never {
  reject("embed", `the package ${name}`, `must be installed ${purpose}`, undefined, `run npm install ${install}`);
}
