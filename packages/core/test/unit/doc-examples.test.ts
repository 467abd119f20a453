// The examples in doc comments are true: `@example expression // value` is executed with the package's exports at hand.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as check from "../../src/check.ts";
import * as index from "../../src/index.ts";

/** What both doors export. */
const xpal = { ...check, ...index };

const source = join(dirname(fileURLToPath(import.meta.url)), "../../src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const examples = files.flatMap((path) =>
  [...readFileSync(join(source, path), "utf8").matchAll(/@example (.*)$/gm)].map(([, line]) => ({ path, line })),
);

describe("the examples of doc comments", () => {
  test.each(examples)("$path: $line", async ({ line }) => {
    const [, expression, value] = /^(.*) \/\/ (.*)$/.exec(line) ?? expect.unreachable(`no value is claimed: ${line}`);
    expect(await run(expression)).toEqual(await run(value));
  });

  test("are there for every exported function", () => {
    const without = Object.entries(xpal)
      .filter(([, value]) => typeof value === "function")
      .map(([name]) => name)
      .filter((name) => !examples.some(({ line }) => new RegExp(`\\b${name}\\b`).test(line)));
    expect(without).toEqual([]);
  });

  test("belong to functions that say when they throw, if they take arguments", () => {
    const silent = files.flatMap((path) =>
      [
        ...readFileSync(join(source, path), "utf8").matchAll(
          /(\/\*\*(?:(?!\*\/)[\s\S])*?\*\/)\nexport (?:async )?function (\w+)\(([^)])/g,
        ),
      ]
        .filter(([, comment, name]) => name in index && !comment.includes("@throws"))
        .map(([, , name]) => name),
    );
    expect(silent).toEqual([]);
  });
});

async function run(expression: string): Promise<unknown> {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return new AsyncFunction(...Object.keys(xpal), `return (${expression});`)(...Object.values(xpal));
}
