// Run after `npm install` has changed package-lock.json. `npm ci` refuses a lock file that lacks an optional package of
// another platform, and npm leaves those out when it cannot see them from the machine that wrote the file. This adds
// them by name, version and platform; npm then passes over them where they do not fit.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const systems = ["android", "darwin", "freebsd", "netbsd", "openbsd", "openharmony", "sunos", "aix", "linux", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(path, name) || !/\d/.test(range)) continue;
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ""),
      cpu: [platformOf(name, processors) ?? "none"],
      ...(entry.dev ? { dev: true } : {}),
      ...(name.includes("musl") ? { libc: ["musl"] } : {}),
      optional: true,
      os: [platformOf(name.replace("windows", "win32"), systems) ?? "none"],
    };
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);

/** Whether Node would find the package from `path`: there, or in a folder above. */
function isThere(path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf("node_modules/") - 1))) {
    if (lock.packages[`${base === "" ? "" : `${base}/`}node_modules/${name}`]) return true;
    if (base === "") return false;
  }
}

function platformOf(name, known) {
  return known.find((word) => name.includes(word));
}
