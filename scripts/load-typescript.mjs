// Lets Node run TypeScript of this repository that is not built: node --import ./scripts/load-typescript.mjs FILE.ts
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transformSync } from "esbuild";

// The hooks run on a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), { loader: "ts", sourcefile: url });
  return { format: "module", source: code, shortCircuit: true };
}
