// A run on one machine must not pay for the queue.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const entry = (name: string) => fileURLToPath(new URL(`../../../${name}/dist/index.js`, import.meta.url));

/** Which packages of the queue are loaded after an import. */
function loadedBy(file: string): string[] {
  const script = `import { createRequire } from "node:module";
    await import(${JSON.stringify(file)});
    const paths = Object.keys(createRequire(import.meta.url).cache).join("\\n");
    console.log(JSON.stringify(["bullmq", "ioredis"].filter((name) => paths.includes("/node_modules/" + name + "/"))));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return JSON.parse(stdout);
}

describe("BullMQ", () => {
  test("is loaded by the queue, and not by the lab", () => {
    expect(loadedBy(entry("queue"))).toEqual(["bullmq", "ioredis"]);
    expect(loadedBy(entry("lab"))).toEqual([]);
  });
});
