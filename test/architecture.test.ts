// ARCHITECTURE.md names every folder and no file that does not exist, and its walks are as long as it says.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const PACKAGE = /^(core|data|store|lab|studio|cli)\//;
const quoted = (part: string) => Array.from(part.matchAll(/`([^`]+)`/g), ([, name]) => name as string);

const isFolder = (path: string) => existsSync(join(root, "packages", path));

describe("ARCHITECTURE.md", () => {
  test("names every folder of the sources, once", () => {
    const table = (text.split("## The folders")[1] as string).split("\n## ")[0] as string;
    const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => {
      const [first = "", ...others] = quoted(cell as string);
      const bases = [dirname(first), first];
      return [
        first,
        ...others.map((other) => bases.map((base) => `${base}/${other}`).find(isFolder) ?? `${first}, ${other}`),
      ];
    });
    const { stdout } = spawnSync("git", ["ls-files", "packages"], {
      cwd: root,
      encoding: "utf8",
    });
    const folders = new Set(
      stdout
        .split("\n")
        .filter((file) => /^packages\/(\w+\/src|core\/wasm)\//.test(file))
        .map((file) => dirname(file).slice("packages/".length)),
    );
    expect(folders.size).toBeGreaterThan(80);
    expect(named.sort()).toEqual([...folders].sort());
  });

  test("names no path that does not exist", () => {
    const paths = quoted(text).filter((path) => PACKAGE.test(path) && !path.includes(" "));
    expect(paths.filter((path) => !existsSync(join(root, "packages", path)))).toEqual([]);
  });

  test.each(["A label from file to suggestion", "A key to the next item", "A run to a table cell"])(
    "counts the files of a walk, and all of them exist: %s",
    (title) => {
      const [, rest = ""] = text.split(`**${title}**`);
      const walk = rest.split("\n**")[0] as string;
      const said = Number(/: (\d+) files/.exec(walk)?.[1]);
      let base = "";
      const files = quoted(walk.slice(walk.indexOf("\n1. "))).flatMap((name) => {
        if (/\.(ts|svelte)$/.test(name)) return [PACKAGE.test(name) ? name : `${base}/${name}`];
        base = name;
        return [];
      });
      expect(files.filter((file) => !existsSync(join(root, "packages", file)))).toEqual([]);
      expect(files).toHaveLength(said);
    },
  );
});
