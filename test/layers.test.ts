// The layers hold: an import in the wrong direction, or a name that the core must not know, fails the build.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

describe("the check of the layers", () => {
  let project: string;
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), "xpal-layers-"));
  });
  afterEach(() => {
    rmSync(project, { recursive: true });
  });

  const check = (files: Record<string, string>) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), content);
    }
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/check-layers.mjs"), project]);
    return { status, said: stderr.toString().trim() };
  };

  test("passes this repository", () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/check-layers.mjs")]);
    expect([status, stderr.toString()]).toEqual([0, ""]);
  });

  test("is the first step of the build, so that a wrong import stops it", () => {
    const steps = [...readFileSync(join(root, "scripts/build.mjs"), "utf8").matchAll(/^node\("([^"]+)"/gm)];
    expect(steps[0][1]).toBe("scripts/check-layers.mjs");
  });

  test("lets an import pass that points the right way, and one inside a package", () => {
    const right = {
      "packages/lab/src/a.ts": 'import { rbf } from "@xpal/core";\nimport { b } from "./b.ts";\nimport "node:fs";',
    };
    expect(check(right)).toEqual({ status: 0, said: "" });
  });

  test.each([
    [
      "the core importing data by name",
      "packages/core/src/a.ts",
      'import { x } from "@xpal/data";',
      '"@xpal/data"; core may import no other package',
    ],
    [
      "a type only",
      "packages/store/src/a.ts",
      'import type { Pool } from "@xpal/core";',
      '"@xpal/core"; store may import no other package',
    ],
    ["a dynamic import", "packages/data/src/a.ts", 'await import("@xpal/lab");', '"@xpal/lab"; data may import core'],
    [
      "a re-export",
      "packages/studio/src/a.ts",
      'export * from "@xpal/lab";',
      '"@xpal/lab"; studio may import core, data, store',
    ],
    [
      "a path into another package",
      "packages/core/src/a/b.ts",
      'import "../../../lab/src/index.ts";',
      '"../../../lab/src/index.ts"; core may import no other package',
    ],
  ])("rejects %s", (_, path, content, end) => {
    expect(check({ [path]: content })).toEqual({ status: 1, said: `layers: ${path} must not import ${end}` });
  });

  test.each([
    [
      "a page that reaches into the server",
      "packages/studio/src/web/a/A.svelte",
      "../../server/b.ts",
      "web never imports server",
    ],
    [
      "a reader that knows roles",
      "packages/data/src/formats/csv/a.ts",
      "../../recipe/role.ts",
      "formats never imports recipe",
    ],
    ...[
      ["records", "replay"],
      ["replay", "paper/strategies"],
      ["paper/strategies", "plan"],
      ["plan", "run"],
      ["run", "report"],
      ["analysis", "run"],
      ["analysis/statistics", "records"],
      ["report", "experiment"],
    ].map(([lower, upper]) => [
      `an arrow of the laboratory from ${lower} up to ${upper}`,
      `packages/lab/src/${lower}/a.ts`,
      `${lower.includes("/") ? "../../" : "../"}${upper}/b.ts`,
      `${lower} never imports ${upper}`,
    ]),
    [
      "figures that know sections",
      "packages/lab/src/report/figures/a.ts",
      "../sections/b.ts",
      "report/figures never imports report/sections",
    ],
  ])("rejects %s", (_, path, specifier, rule) => {
    const { status, said } = check({ [path]: `<script>\nimport x from "${specifier}";\n</script>` });
    expect(status).toBe(1);
    expect(said).toContain(`${path} must not import "${specifier}"; ${rule}, because`);
  });

  test("rejects a dependency and a reference that point the wrong way, and a package without a place", () => {
    const { status, said } = check({
      "packages/data/package.json": '{ "dependencies": { "@xpal/core": "1", "@xpal/store": "1" } }',
      "packages/store/tsconfig.json": '{ "references": [{ "path": "../core" }] }',
      "packages/extra/package.json": "{}",
    });
    expect(status).toBe(1);
    expect(said.split("\n").sort()).toEqual([
      'layers: packages/data/package.json must not depend on "@xpal/store"; data may import core',
      "layers: packages/extra must be listed in scripts/check-layers.mjs with what it may import",
      'layers: packages/store/tsconfig.json must not refer to "../core"; store may import no other package',
    ]);
  });
});

describe("the core", () => {
  const core = join(root, "packages/core");

  test.each(["console", "process", "document", "window", "require", "Buffer", "setTimeout"])(
    "cannot name %s",
    (name) => {
      expect(errorsOf(`export const probe = ${name};`)).toEqual([
        expect.stringContaining(`Cannot find name '${name}'`),
      ]);
    },
  );

  test("cannot import what Node ships", () => {
    expect(errorsOf('import { readFileSync } from "node:fs";\nexport const probe = readFileSync;')).not.toEqual([]);
  });

  test("compiles a probe that names nothing foreign", () => {
    expect(errorsOf("export const probe = Math.sqrt(2);")).toEqual([]);
  });

  /** What the compiler says of a file with this content in the core's src. */
  function errorsOf(content: string): string[] {
    const config = ts.getParsedCommandLineOfConfigFile(
      join(core, "tsconfig.json"),
      { noEmit: true },
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: () => expect.unreachable(),
      },
    );
    const options = { ...config?.options, composite: false, incremental: false, tsBuildInfoFile: undefined };
    const probe = join(core, "src/probe-of-the-layers.ts");
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (path) => path === probe || fileExists(path);
    host.readFile = (path) => (path === probe ? content : readFile(path));
    host.getSourceFile = (path, ...rest) =>
      path === probe ? ts.createSourceFile(path, content, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest);
    const program = ts.createProgram([probe], options, host);
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  }

  test.each(["Math.random", "Date.now", "new Date", "console.", "performance."])("never calls %s", (call) => {
    const files = readdirSync(join(core, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(30);
    for (const path of files)
      expect(withoutComments(readFileSync(join(core, "src", path), "utf8")), path).not.toContain(call);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
