// The examples in doc comments are true. An example is one line, or several whose last one is `expression // value`. The
// built exports of all packages and of the example's own file are at hand, and also `folder`, an empty folder, and
// `writeFileSync`.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as core from "@xpal/core";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { openDoors } from "./entry-points.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const doors = Object.fromEntries(await openDoors());
const exported: Record<string, unknown> = Object.assign({}, ...Object.values(doors).reverse());
/** What generic functions are called with must be told by a type, which an example in JavaScript cannot have. */
const NOT_COMPILED = Object.keys(doors["@xpal/core/calls"] ?? {});

const files = readdirSync(join(root, "packages")).flatMap((name) => {
  const source = join("packages", name, "src");
  return readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith("web"))
    .map((path) => join(source, path));
});
const examples = files.flatMap((path) => {
  const comments = readFileSync(join(root, path), "utf8").match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment) =>
    [...comment.matchAll(/@example([\s\S]*?)(?=\n\s*\* @|\n?\s*\*\/)/g)].map(([, text]) => {
      const lines = text.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
      const code = lines.filter((line) => line.trim() !== "");
      return { path, name: code[code.length - 1].trim(), code: code.map((line) => line.trim()) };
    }),
  );
});

/** These give a number for any number. */
const TOTAL = ["exp"];

describe("the examples of doc comments", () => {
  test.each(examples)("$path: $name", async ({ path, code }) => {
    const { statements, expression, value } = partsOf(code);
    const scope = { ...(await ownExports(path, code)), ...exported };
    const folder = mkdtempSync(join(tmpdir(), "xpal-example-"));
    try {
      const found = await run(`${statements}\nreturn (${expression});`, { ...scope, folder, writeFileSync });
      expect(found).toEqual(await run(`return (${value});`, scope));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("are there for every exported function, class and constant", () => {
    const shown = examples.map(({ code }) => code.join("\n"));
    const without = Object.keys(exported).filter(
      (name) => !shown.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
    );
    expect(without).toEqual([]);
  });

  test("compile with the types that the packages ship", () => {
    const parts = examples
      .filter(({ code }) => namesIn(code.join("\n")).every((name) => name in exported && !NOT_COMPILED.includes(name)))
      .map(({ code }, n) => {
        const { statements, expression } = partsOf(code);
        return `export async function example${n}(folder: string) {\n${statements}\nreturn (${expression});\n}`;
      });
    const imports = Object.entries(doors).map(([door, names]) => {
      const own = Object.keys(names).filter((name) => exported[name] === names[name]);
      return `import { ${own.filter((name) => !importedBefore(door, name)).join(", ")} } from "${door}";`;
    });
    const file = join(root, "test/examples-to-compile.ts");
    const text = `import { writeFileSync } from "node:fs";\n${imports.join("\n")}\n${parts.join("\n")}`;
    expect(parts.length).toBeGreaterThan(150);
    expect(problemsOf(file, text)).toEqual([]);
  });

  test("belong to functions of the core that say when they throw, if they take arguments", () => {
    const silent = files
      .filter((path) => path.startsWith(join("packages", "core")))
      .flatMap((path) =>
        [
          ...readFileSync(join(root, path), "utf8").matchAll(
            /(\/\*\*(?:(?!\*\/)[\s\S])*?\*\/)\nexport (?:async )?function (\w+)\(([^)])/g,
          ),
        ]
          .filter(([, comment, name]) => name in core && !TOTAL.includes(name) && !comment.includes("@throws"))
          .map(([, , name]) => name),
      );
    expect(silent).toEqual([]);
  });
});

/** The statements before the last line, and the two sides of it. */
function partsOf(code: readonly string[]) {
  const last = code[code.length - 1];
  const [, expression, value] = /^(.*) \/\/ (.*)$/.exec(last) ?? expect.unreachable(`no value is claimed: ${last}`);
  return { statements: code.slice(0, -1).join("\n"), expression: expression.trim(), value };
}

/** What the example's file exports, where the doors do not have all of it. */
async function ownExports(path: string, code: readonly string[]): Promise<Record<string, unknown>> {
  if (namesIn(code.join("\n")).every((name) => name in exported)) return {};
  return import(/* @vite-ignore */ join(root, path));
}

/** The names that are called or looked into without a dot before them, and are not declared by the example itself. */
function namesIn(text: string): string[] {
  const called = [...text.matchAll(/(?<![.\w"'])([A-Za-z_]\w*)(?=[(.`])/g)].map(([, name]) => name);
  const declared = [...text.matchAll(/\b(?:const|let)\s([^=]+)=|\(([^()]*)\)\s*=>|(\w+)\s*=>/g)].map(String).join(" ");
  return called.filter(
    (name) => !(name in globalThis) && !KNOWN.has(name) && !new RegExp(`\\b${name}\\b`).test(declared),
  );
}

const KNOWN = new Set(["folder", "writeFileSync", "await", "typeof", "new", "return"]);

function importedBefore(door: string, name: string): boolean {
  const names = Object.keys(doors);
  return names.slice(0, names.indexOf(door)).some((other) => name in doors[other]);
}

/** What the compiler says about a file that need not exist. */
function problemsOf(file: string, text: string): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    types: ["node"],
    strict: false, // an example may take for granted what it has just made
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile.call(host, name, ...more);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  host.readFile = (name) => (name === file ? text : readFile.call(host, name));
  const program = ts.createProgram([file], options, host);
  const lines = text.split("\n");
  return program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ messageText, start = 0, file: source }) => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${lines[line]}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

async function run(body: string, scope: Readonly<Record<string, unknown>>): Promise<unknown> {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return new AsyncFunction(...Object.keys(scope), body)(...Object.values(scope));
}
