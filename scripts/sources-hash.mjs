// Tells whether the build must run again.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What is not a source: folders by name, and what the build writes beside the sources. */
const NO_SOURCES = ["node_modules", "dist", "test"];
const MADE = /^(?:wasm-.*bytes\.ts|kernel\.wasm)$/;

/** Changes when a file that the build reads was added, removed or written; a build leaves it as it was. */
export function sourcesHash(root) {
  const seen = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!NO_SOURCES.includes(entry.name)) visit(path);
      } else if (!MADE.test(entry.name)) {
        const { mtimeMs, size } = statSync(path);
        seen.push(`${path} ${mtimeMs} ${size}`);
      }
    }
  };
  visit(join(root, "packages"));
  seen.sort();
  const text = [...seen, readFileSync(join(root, "tsconfig.base.json"), "utf8")].join("\n");
  return createHash("sha256").update(text).digest("hex");
}
