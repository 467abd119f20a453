import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sourcesHash } from "../scripts/sources-hash.mjs";

const root = mkdtempSync(join(tmpdir(), "xpal-sources-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeAll(() => {
  write("tsconfig.base.json", "{}");
  write("packages/core/src/index.ts", "export {};");
});

test("a fresh clone was built twice: what the build writes counted as a source", () => {
  const before = sourcesHash(root);
  write("packages/core/dist/index.js", "export {};");
  write("packages/core/kernel.wasm", "wasm");
  write("packages/core/src/engine/memory/wasm-bytes.ts", "export {};");
  expect(sourcesHash(root)).toBe(before);
});

test("a source that was added, written or removed, and other compiler options, are noticed", () => {
  const seen = new Set([sourcesHash(root)]);
  write("packages/core/src/more.ts", "export {};");
  seen.add(sourcesHash(root));
  write("packages/core/src/more.ts", "export { };");
  seen.add(sourcesHash(root));
  rmSync(join(root, "packages/core/src/index.ts"));
  seen.add(sourcesHash(root));
  write("tsconfig.base.json", '{ "strict": true }');
  seen.add(sourcesHash(root));
  expect(seen.size).toBe(5);
});
