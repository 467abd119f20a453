// The whole build, in order: the layers, the WASM kernel, TypeScript of all packages, the plans that ship with the
// laboratory, then the studio's page. Called by set-up, and by `npm run build`.
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

node("scripts/check-layers.mjs");
node("scripts/build-wasm.mjs");
node("node_modules/typescript/bin/tsc", "--build");
cpSync(join(root, "studies"), join(root, "packages/lab/dist/studies"), { recursive: true });
node("node_modules/vite/bin/vite.js", "build", "--config", "packages/studio/vite.config.ts", "--logLevel", "warn");

function node(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
