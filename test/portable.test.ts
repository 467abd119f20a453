// What only one system knows: names of files that Windows rejects, paths made from addresses, signals and places of Unix.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = ["packages", "scripts"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /^(scripts\/|packages\/\w+\/(src|bin|scripts)\/).*\.(ts|mjs|js|svelte)$/.test(path))
    .filter((path) => !path.includes("/node_modules/")),
);

/** The lines of the sources that match, as "file: line"; comments are left out. */
function linesWith(pattern: RegExp, ...exceptions: readonly string[]): string[] {
  return sources
    .filter((path) => !exceptions.includes(path))
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), "utf8").split("\n");
      const code = lines.filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line));
      return code.filter((line) => pattern.test(line)).map((line) => `${path}: ${line.trim()}`);
    });
}

test("the sources are looked at", () => {
  expect(sources.length).toBeGreaterThan(500);
});

test("every name of a file is one that Windows allows, and differs from others by more than capitals", () => {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const names = stdout.split("\0").filter((name) => name !== "");
  expect(names.length).toBeGreaterThan(500);
  const forbidden = names.filter((name) =>
    name.split("/").some((part) => /[<>:"|?*\\]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part)),
  );
  expect(forbidden).toEqual([]);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names.filter((name) => name.length > 180)).toEqual([]); // below a long folder, 260 are the limit
});

test("no path of a file is made from the path of an address: on Windows that begins with a slash before the drive", () => {
  expect(linesWith(/import\.meta\.url\)\.pathname|new URL\([^)]*\)\.pathname.*(read|write|open|join)/)).toEqual([]);
});

test("no place of Unix is named outside of the search for browsers and the tools of this repository", () => {
  // Each asks first which system it is on, or whether the file is there.
  const known = ["find-browser", "set-up"].map((name) => `scripts/${name}.mjs`);
  known.push("packages/studio/scripts/browser.mjs", "packages/studio/src/server/start-studio.ts");
  expect(linesWith(/["'`](\/tmp|\/usr|\/etc|\/var|\/dev\/|\/home)\b/, ...known)).toEqual([]);
});

test("no signal is waited for that Windows cannot send", () => {
  expect(linesWith(/\.(on|once|addListener)\("SIG(?!INT|TERM|BREAK|HUP)/)).toEqual([]);
});

test("users and groups of Unix are asked for only where there are some", () => {
  expect(linesWith(/process\.(getuid|getgid|geteuid|umask)\(/)).toEqual([]); // with ?. it is answered on Windows, too
});

test("npm, which is a script on Windows, is started through a shell there", () => {
  expect(linesWith(/spawn(Sync)?\("(npm|npx)",(?!.*shell)/)).toEqual([]);
});

test("the hosted workflows name only scripts and files that are there, and Unix commands only where Unix runs", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(root, ".github", "workflows");
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts), file).toContain(name);
    for (const [, path] of text.matchAll(/(?:bash|node) ((?:\.ci|scripts)\/[\w./-]+)/g)) {
      expect(existsSync(join(root, path as string)), `${file}: ${path}`).toBe(true);
    }
    // Older ones run on Node 20, which hosted runners no longer have.
    const actions = [...text.matchAll(/uses: actions\/(?:checkout|setup-node)@v(\d+)/g)].map(([, version]) =>
      Number(version),
    );
    expect(actions.length, file).toBeGreaterThan(0);
    expect(Math.min(...actions), file).toBeGreaterThanOrEqual(6);
    // Jobs are indented by two; a job that also runs on Windows may only call programs that all three have.
    const jobs = text.slice(text.indexOf("\njobs:")).split(/\n {2}(?=[\w-]+:\n)/);
    const portable = jobs.filter((job) => job.includes("windows-latest"));
    if (file === "ci.yml") expect(portable).toHaveLength(1);
    for (const job of portable) {
      expect([...job.matchAll(/- run: (.*)/g)].map(([, command]) => command)).toEqual(["npm test"]);
      for (const system of ["ubuntu-latest", "macos-latest"]) expect(job).toContain(system);
      expect(job).toContain("node: [20, 22, 24]");
    }
  }
});
