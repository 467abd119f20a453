// The library as other people's tools take it: bundled by esbuild, Vite and webpack, required from CommonJS, and checked by
// publint and are-the-types-wrong.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build as esbuild } from "esbuild";
import { publint } from "publint";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byWebpack, programFolder } from "../scripts/package-size.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRAM = `import { Learner, matrixFrom } from "@xpal/core";
const features = matrixFrom([[0], [0.2], [5], [5.2]]);
const learner = await Learner.create({ features, classes: ["a", "b"], labels: [[0, "a"], [3, "b"]], seed: 1 });
const [best] = await learner.suggest();
console.log(JSON.stringify([best.index, ...(await learner.predict())]));
await learner.close();
`;
const ANSWER = '[2,"a","a","b","b"]\n';
let folder: string;

beforeAll(() => {
  folder = programFolder(PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a program with the library gives the same answer", () => {
  test("in Node, as it is", () => {
    expect(answerOf("program.js")).toBe(ANSWER);
  });

  test("bundled by esbuild", async () => {
    const outfile = join(folder, "esbuild.js");
    await esbuild({ ...entry(), outfile, bundle: true, format: "esm", minify: true, logLevel: "silent" });
    expect(answerOf("esbuild.js")).toBe(ANSWER);
  });

  test("bundled by Vite", async () => {
    await vite({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: { target: "esnext", outDir: "vite", lib: { entry: "program.js", formats: ["es"], fileName: "program" } },
    });
    const [name] = readdirSync(join(folder, "vite")).filter((file) => file.startsWith("program"));
    expect(answerOf(join("vite", name as string))).toBe(ANSWER);
  });

  test("bundled by webpack", { timeout: 240_000 }, async () => {
    await byWebpack(folder);
    expect(answerOf(join("out", "program.js"))).toBe(ANSWER);
  });

  test("with the kernel from its file, in a thread or not", () => {
    const wasm = `import { readFileSync } from "node:fs";
import { useWasm } from "@xpal/core";
useWasm(readFileSync(new URL(import.meta.resolve("@xpal/core/kernel.wasm"))));
`;
    writeFileSync(join(folder, "file.js"), wasm + PROGRAM);
    expect(answerOf("file.js")).toBe(ANSWER);
    writeFileSync(join(folder, "thread.js"), wasm + PROGRAM.replace("seed: 1", "seed: 1, engine: { worker: true }"));
    expect(answerOf("thread.js")).toBe(ANSWER);
  });

  test.each([
    ["new Uint8Array(8)", "useWasm: source must be the kernel.wasm of this version of xpal"],
    ["Promise.resolve(3)", "useWasm: source must become the bytes of @xpal/core/kernel.wasm, got 3"],
    [
      '"kernel.wasm"',
      'useWasm: source must be the bytes of @xpal/core/kernel.wasm, or a promise of them, got "kernel.wasm"',
    ],
  ])("a kernel that is something else is rejected: %s", (source, message) => {
    writeFileSync(
      join(folder, "wrong.js"),
      `import { Learner, matrixFrom, useWasm } from "@xpal/core";
try { useWasm(${source}); await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["a", "b"] }).then((l) => l.suggest()); }
catch (error) { console.log(error.message); }`,
    );
    expect(answerOf("wrong.js")).toBe(`${message}\n`);
  });

  test("a kernel that comes too late is rejected", () => {
    writeFileSync(
      join(folder, "late.js"),
      `${PROGRAM}import { useWasm } from "@xpal/core";
try { useWasm(new Uint8Array(8)); } catch (error) { console.log(error.message); }`,
    );
    expect(answerOf("late.js")).toContain("useWasm: source must come before the first learner is made");
  });

  test("from CommonJS, by a dynamic import", () => {
    const program = PROGRAM.replace('import { Learner, matrixFrom } from "@xpal/core";', "");
    writeFileSync(
      join(folder, "program.cjs"),
      `(async () => { const { Learner, matrixFrom } = await import("@xpal/core");\n${program}})();`,
    );
    expect(answerOf("program.cjs")).toBe(ANSWER);
  });
});

describe("from CommonJS, require", () => {
  const required = (...flags: string[]) => {
    const program = PROGRAM.replace('import { Learner, matrixFrom } from "@xpal/core";', "");
    writeFileSync(
      join(folder, "required.cjs"),
      `const { Learner, matrixFrom } = require("@xpal/core");\n(async () => {\n${program}})();`,
    );
    return spawnSync(process.execPath, [...flags, "required.cjs"], { cwd: folder, encoding: "utf8" });
  };

  test("gives the same module where Node can require ES modules, without a warning", () => {
    expect(required()).toMatchObject({ stdout: ANSWER, stderr: "", status: 0 });
  });

  test("names the dynamic import where Node cannot", () => {
    const { stderr, status } = required("--no-experimental-require-module");
    expect(status).toBe(1);
    expect(stderr).toMatch(/ERR_REQUIRE_ESM/);
    expect(stderr).toMatch(/to a dynamic import\(\) which is available in all CommonJS modules/);
  });

  test.each(["@xpal/data", "@xpal/store", "@xpal/lab", "@xpal/studio"])(
    "of %s, too, which awaits nothing at its top",
    (name) => {
      const from = join(root, "packages", "cli");
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ["--eval", `console.log(Object.keys(require(${JSON.stringify(name)})).length > 2)`],
        { cwd: from, encoding: "utf8" },
      );
      expect(stdout, stderr).toBe("true\n");
    },
  );
});

describe.each(readdirSync(join(root, "packages")))("the package of %s", (name) => {
  test("has nothing that publint or are-the-types-wrong objects to", { timeout: 240_000 }, async () => {
    const pkgDir = join(root, "packages", name);
    const { messages } = await publint({ pkgDir, level: "suggestion", strict: true });
    expect(messages).toEqual([]);
    if (!JSON.parse(readFileSync(join(pkgDir, "package.json"), "utf8")).exports) return; // a command has no types
    const packed = spawnSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: pkgDir,
      shell: process.platform === "win32",
    });
    const [{ filename }] = Object.values(JSON.parse(packed.stdout.toString())) as [{ filename: string }];
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, filename))), {
      excludeEntrypoints: ["./kernel.wasm"], // a file without types
    });
    // Only ES modules are shipped: an import from CommonJS is dynamic, and the old resolution of Node 10 reads no exports.
    const meant = new Set(["CJSResolvesToESM"]);
    const problems = "problems" in analysis ? analysis.problems : ["no types"];
    expect(
      problems.filter(
        (problem) =>
          typeof problem === "string" ||
          !(meant.has(problem.kind) || ("resolutionKind" in problem && problem.resolutionKind === "node10")),
      ),
    ).toEqual([]);
  });
});

function entry() {
  return { entryPoints: [join(folder, "program.js")], absWorkingDir: folder, platform: "neutral" as const };
}

/** What the program prints. */
function answerOf(file: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  return stdout || stderr;
}
