// ARCHITECTURE.md is true: the folders, files and numbers that it names are those of the source.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const text = readFileSync(new URL("../ARCHITECTURE.md", import.meta.url), "utf8");

describe("ARCHITECTURE.md", () => {
  test("names every folder of the source once", () => {
    const named = rowsOf("The folders").flatMap(([cell]) => foldersOf(cell));
    const real = ["core", "data", "store", "lab", "studio", "cli"].flatMap((name) => sourceFolders(`${name}/src`));
    expect(named.sort()).toEqual([...real, "core/wasm"].sort());
  });

  test("sends whoever wants to change something to places that are there", () => {
    const gone = rowsOf("I want to change ...").flatMap(([, cell]) => placesOf(cell).filter((path) => !isThere(path)));
    expect(gone).toEqual([]);
  });

  test("counts the files of its walks right, and each of them is there", () => {
    const walks = partOf("Three walks")
      .split(/^(?=\*\*)/m)
      .slice(1);
    expect(walks.length).toBe(3);
    for (const walk of walks) {
      const files = walk
        .split(/^(?=\d\. )/m)
        .slice(1)
        .flatMap(filesOf);
      expect(files.filter((path) => !existsSync(packages + path))).toEqual([]);
      expect(files.length).toBe(Number(/: (\d+) files/.exec(walk)?.[1]));
    }
  });
});

function partOf(heading: string): string {
  const from = text.indexOf(`## ${heading}\n`);
  const to = text.indexOf("\n## ", from + 1);
  return text.slice(from, to < 0 ? undefined : to);
}

/** The cells of the rows of a part's table, without its head. */
function rowsOf(heading: string): string[][] {
  const rows = partOf(heading).match(/^\| .* \|$/gm) ?? [];
  return rows.slice(2).map((row) => row.slice(2, -2).split(" | "));
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path);
}

/** The first folder is whole; the others are short for one beside it or further up. */
function foldersOf(cell: string): string[] {
  const [first, ...others] = quoted(cell);
  return [first, ...others.map((name) => beside(first, name) ?? `${first}, ${name}`)];
}

function beside(whole: string, name: string): string | undefined {
  for (let above = whole; above !== "."; above = dirname(above)) {
    if (existsSync(`${packages}${above}/${name}`)) return `${above}/${name}`;
  }
  return undefined;
}

function placesOf(cell: string): string[] {
  const paths = quoted(cell).filter((path) => /[/.]/.test(path) && !path.includes(" ")); // the rest are commands and names
  const whole = paths.filter((path) => /^(core|data|store|lab|studio|cli|scripts)\//.test(path));
  return paths.map((path) => (whole.includes(path) ? path : (beside(whole[0] ?? ".", path) ?? path)));
}

function isThere(path: string): boolean {
  if (path.startsWith("src/")) return existsSync(`${packages}core/${path}`); // of any package
  return existsSync(packages + path) || existsSync(`${packages}../${path}`);
}

test("docs/notation.md sends its readers to files that are there", () => {
  const notation = readFileSync(new URL("../docs/notation.md", import.meta.url), "utf8");
  const files = quoted(notation).filter((path) => path.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((path) => !existsSync(`${packages}core/src/${path}`))).toEqual([]);
});

/** The files of a step of a walk: whole paths, or below the folder that the step begins with. */
function filesOf(step: string): string[] {
  const [base, ...others] = quoted(step);
  const files = /\.\w+$/.test(base) ? [base, ...others] : others;
  return files.map((path) => (/^\w+\/src\//.test(path) ? path : `${base}/${path}`));
}

/** All folders that hold a file, from this one on. */
function sourceFolders(folder: string): string[] {
  const entries = readdirSync(packages + folder, { withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => sourceFolders(`${folder}/${name}`));
  return entries.some((entry) => entry.isFile()) ? [folder, ...inside] : inside;
}
