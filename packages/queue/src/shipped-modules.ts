// Strategies that are modules travel as their text, by hash, and run only where the worker's owner allows it. A module must
// be whole by itself: what it imports is not sent along, but for "@xpal/core", which every worker has.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { reject } from "@xpal/core/check";
import type { Blobs } from "@xpal/store";

/**
 * Puts a module's text into the store, once.
 * @param hash The beginning of the hash that the plan knows it by.
 * @returns The whole hash.
 */
export async function shipModule(blobs: Pick<Blobs, "put">, path: string, hash: string): Promise<string> {
  const text = readFileSync(path);
  const whole = sha256(text);
  if (!whole.startsWith(hash)) {
    reject("queue", `the module ${path}`, "must not change while the plan is read", whole.slice(0, 20));
  }
  await blobs.put(`module/${whole}`, new Uint8Array(text));
  return whole;
}

/** Modules as files of this machine, for as long as a worker runs. */
export class ModuleFolder {
  #folder: string | undefined;

  /**
   * The file of a module.
   * @throws XpalError if the store does not have it, or has another text under that hash.
   */
  async fileOf(blobs: Pick<Blobs, "get">, whole: string): Promise<string> {
    const text = await blobs.get(`module/${whole}`);
    if (!(text instanceof Uint8Array)) return reject("worker", "a strategy module", "must be in the store", whole);
    const found = sha256(text);
    if (found !== whole) reject("worker", "a strategy module in the store", `must have the hash ${whole}`, found);
    const path = join(this.#open(), `${whole}.mjs`);
    writeFileSync(path, text);
    return path;
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  /** Node looks for "@xpal/core" beside the module; the link leads to the one that this worker runs with. */
  #open(): string {
    if (this.#folder === undefined) {
      this.#folder = realpathSync(mkdtempSync(join(tmpdir(), "xpal-modules-")));
      const core = dirname(dirname(fileURLToPath(import.meta.resolve("@xpal/core"))));
      const scope = join(this.#folder, "node_modules", "@xpal");
      mkdirSync(scope, { recursive: true });
      symlinkSync(core, join(scope, "core"), "dir");
    }
    return this.#folder;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
