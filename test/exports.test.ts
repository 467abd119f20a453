// An entry point exports what somebody outside of the package uses, and nothing else: another package, an example, a guide, the site, a
// benchmark or the check against reference files. What a package exports for people alone is listed here with the reason.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { doorNames, openDoors } from "./entry-points.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const doors = await openDoors(); // here, since loading all packages may take longer than a test may

/** Exports that nothing in this repository calls, and why they are there. */
const FOR_PEOPLE: Readonly<Record<string, string>> = {
  restoreGenerator: "the way back from `state()` of a generator, for programs that go on where they stopped",
  bundledSets: "the names that `bundled` takes",
};

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\n");
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");
const sources = files.filter((path) => /^packages\/\w+\/src\/.*\.(ts|svelte)$/.test(path));
const elsewhere = files.filter(
  (path) =>
    /^(examples|bench|scripts|docs|test\/conformance|README\.md|packages\/\w+\/README\.md)/.test(path) &&
    !/^docs\/(api|design|research)\//.test(path) &&
    /\.(md|m?[jt]s|vue)$/.test(path),
);
const shown = new Set(elsewhere.flatMap((path) => words(path.endsWith(".md") ? codeIn(read(path)) : read(path))));
/** The words of all files of a package's own source that import one of the doors of another package. */
const used = new Map<string, Set<string>>(
  sources.flatMap((path) => {
    const text = read(path);
    return doorNames
      .filter((door) => text.includes(`"${door}"`))
      .map((door) => [`${door} ${path}`, new Set(words(text))]);
  }),
);

test("doors are found in every package but the command", () => {
  expect(doorNames).toContain("@xpal/core/check");
  expect(doorNames).toContain("@xpal/studio/client");
  expect(doorNames.length).toBeGreaterThan(9);
});

test("every export is used outside of its package, or is listed with a reason", () => {
  const idle = [...doors].flatMap(([door, exported]) =>
    Object.keys(exported)
      .filter((name) => !(name in FOR_PEOPLE) && !shown.has(name) && !isUsed(door, name))
      .map((name) => `${door}: ${name}`),
  );
  expect(idle).toEqual([]);
});

test("the list of reasons names exports that exist", () => {
  const names = new Set([...doors.values()].flatMap((exported) => Object.keys(exported)));
  expect(Object.keys(FOR_PEOPLE).filter((name) => !names.has(name))).toEqual([]);
});

/** Whether another package uses the name, by this entry point or by another entry point of the same package that has it too. */
function isUsed(door: string, name: string): boolean {
  const of = /^(@xpal\/)?[a-z]+/.exec(door)?.[0] as string;
  return [...used].some(([place, found]) => place.startsWith(of) && found.has(name));
}

/** What a page shows as code; other words may be plain English. */
function codeIn(text: string): string {
  return (text.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []).join("\n");
}

function words(text: string): string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
