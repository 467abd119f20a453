import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Unit tests read src; whatever crosses a package or runs as users run it reads dist, which set-up has built.
export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    setupFiles: ["test/same-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Many tests wait for a browser, a server or a killed process; on two cores Vitest alone would run one file at a time, and two leave a core idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
});
