// The examples of the README and of docs/ run. A block marked ```ts run is executed as a program against the built
// packages, and each line that ends in `// => value` is held to it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((path) => join("docs", path));
const pages = ["README.md", "CONTRIBUTING.md", ...docs.filter((path) => path.endsWith(".md"))];
const blocks = pages.flatMap((page) => blocksOf(page));

test("the README has an example that runs and claims something", () => {
  expect(blocks.some(({ page, code }) => page === "README.md" && code.includes("// =>"))).toBe(true);
});

test.each(blocks)("the example in $page at line $line runs as it says", async ({ page, line, code }) => {
  const claims = code.split("\n").filter((text) => text.includes("// =>")).length;
  let held = 0;
  const claim = (actual: unknown, expected: unknown, at: number) => {
    expect(actual, `${page}:${line + at}`).toEqual(expected);
    held++;
  };
  await program(code)((name: string) => import(/* @vite-ignore */ name), claim);
  expect(held).toBe(claims);
});

test("the first image of the README was not in the repository: what a page links to is tracked", () => {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 2 ** 26 });
  const tracked = status === 0 ? new Set(stdout.toString().split("\0")) : null; // null in an archive without history
  const isThere = (path: string) =>
    tracked === null
      ? existsSync(join(root, path))
      : [...tracked].some((one) => one === path || one.startsWith(`${path}/`));
  const links = [
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    ...docs.filter((path) => /^docs.guide.*\.md$/.test(path)),
  ].flatMap((page) =>
    [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map(([, link, source]) => ({
      page,
      to: link ?? source,
    })),
  );
  const lost = links.filter(({ page, to }) => {
    if (/^(\w+:|#)/.test(to)) return false;
    const [path] = decodeURI(to).split(/[#?]/);
    const from = path.startsWith("/") ? join("docs", "public", path) : join(dirname(page), path);
    return !isThere(from.replaceAll("\\", "/").replace(/\/$/, ""));
  });
  expect(lost).toEqual([]);
  expect(links.filter(({ page, to }) => page === "README.md" && to.endsWith(".svg"))).not.toEqual([]);
});

function withoutCode(page: string): string {
  return readFileSync(join(root, page), "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "");
}

interface Block {
  readonly page: string;
  /** Where the block's code begins, from 1. */
  readonly line: number;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  const found: Block[] = [];
  let open: string[] | undefined;
  let runs = false;
  for (const [i, text] of readFileSync(join(root, page), "utf8").split("\n").entries()) {
    if (!text.startsWith("```")) open?.push(text);
    else if (open === undefined) {
      open = [];
      runs = /^```ts\b.*\brun\b/.test(text);
    } else {
      if (runs) found.push({ page, line: i - open.length + 1, code: open.join("\n") });
      open = undefined;
    }
  }
  return found;
}

type Program = (
  load: (name: string) => Promise<unknown>,
  claim: (...args: [unknown, unknown, number]) => void,
) => Promise<void>;

/** A block as a function: imports become loads, and claims become calls. */
function program(code: string): Program {
  const claimed = code.split("\n").map((text, at) => {
    const [, statement, expected] = /^(.*?);?\s*\/\/ => (.*)$/.exec(text) ?? [];
    if (statement === undefined) return text;
    const [, name] = /^\s*(?:const|let) (\w+)/.exec(statement) ?? [];
    return name === undefined
      ? `claim((${statement}), (${expected}), ${at});`
      : `${statement}; claim(${name}, (${expected}), ${at});`;
  });
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const loads = ts
    .transpileModule(claimed.join("\n"), { compilerOptions: options })
    .outputText.replace(/^import (.*?) from (["'].*?["']);$/gm, (_, names: string, from: string) =>
      names.startsWith("* as ")
        ? `const ${names.slice(5)} = await load(${from});`
        : `const ${names.replaceAll(" as ", ": ")} = await load(${from});`,
    );
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return new AsyncFunction("load", "claim", loads.replace(/^export \{\};$/m, ""));
}
