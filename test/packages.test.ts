// What `npm publish` would ship, package by package.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

describe.each(readdirSync(join(root, "packages")))("the package of %s", (name) => {
  const folder = join(root, "packages", name);
  const files = shippedFiles(folder);

  test("has a licence, a README and a built door", () => {
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(files.some((file) => file.startsWith("dist/"))).toBe(true);
  });

  test("ships no build state, and maps only with their sources", () => {
    expect(files.filter((file) => file.endsWith(".tsbuildinfo"))).toEqual([]);
    const maps = files.filter((file) => file.endsWith(".map"));
    const lacking = maps.filter((file) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, file), "utf8"));
      return sourcesContent?.length !== sources.length;
    });
    expect(lacking).toEqual([]);
  });
});

/** The files that npm would put into the archive. */
function shippedFiles(folder: string): string[] {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    shell: process.platform === "win32",
  });
  const packed = JSON.parse(stdout.toString());
  const [{ files }] = Array.isArray(packed) ? packed : Object.values(packed as Record<string, unknown>);
  return files.map(({ path }: { path: string }) => path);
}
