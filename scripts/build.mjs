// The whole build, in order: the layers, the WASM module, TypeScript of all packages, the plans that ship with the
// laboratory, then the studio's page and the page that needs no server. Called by set-up, and by `npm run build`.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

node("scripts/check-layers.mjs");
node("scripts/build-wasm.mjs");
for (const name of readdirSync(join(root, "packages"))) removeStale(join(root, "packages", name));
node("node_modules/typescript/bin/tsc", "--build");
cpSync(join(root, "studies"), join(root, "packages/lab/dist/studies"), { recursive: true });
node("node_modules/vite/bin/vite.js", "build", "--config", "packages/studio/vite.config.ts", "--logLevel", "warn");
node("packages/studio/scripts/build-lite.mjs");

/** Removes what earlier builds made of sources that have been moved or removed since: the compiler leaves it, npm ships it. */
function removeStale(folder) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = relative(dist, join(entry.parentPath, entry.name));
    const [, base, map] = /^(.*?)(?:\.d\.ts|\.js)(\.map)?$/.exec(path) ?? [];
    if (!entry.isFile() || base === undefined || /^(web|lite|studies)[\\/]/.test(path)) continue;
    const stale = !existsSync(join(folder, "src", `${base}.ts`)) || (map !== undefined && path.endsWith(".d.ts.map"));
    if (stale) rmSync(join(dist, path));
  }
}

function node(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
