import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { FOLDERS, LEFT_OUT } from "./files.mjs";

/** So that the servers of all tests together stay below the 100 connections that PostgreSQL allows. */
const MAX_WORKERS = 6;

export default defineConfig({
  test: {
    include: FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
    exclude: Object.keys(LEFT_OUT),
    globalSetup: ["test/on-postgres/start-server.ts"],
    setupFiles: ["test/same-seed.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    maxWorkers: Math.min(MAX_WORKERS, Math.max(3, availableParallelism() - 1)),
  },
});
