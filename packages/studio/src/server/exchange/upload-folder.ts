// Uploads in a folder of the server, each in a folder of its own.
import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { receive } from "./receive.ts";
import type { Uploads } from "./uploads.ts";

/** Uploads below a folder; what a former run left there is removed. */
export function uploadFolder(root: string, mostBytes: number): Uploads {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return {
    mostBytes,
    begin(name) {
      const folder = join(root, crypto.randomUUID());
      return {
        async receive(body, signal) {
          mkdirSync(folder);
          const path = join(folder, safeName(name));
          await receive(body, path, mostBytes, signal);
          return { path, unpackInto: join(folder, "unpacked") };
        },
        remove: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}

/** A name that stays in its folder and keeps the ending, which tells the format. */
function safeName(name: string): string {
  const plain = basename(name.replaceAll("\\", "/"))
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .slice(-100);
  return /^\.*$/.test(plain) ? "upload" : plain;
}
