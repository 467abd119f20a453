import { availableParallelism } from "node:os";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

// Unit tests read src; whatever crosses a package or runs as users run it reads dist, which set-up has built.
const UNIT = ["packages/*/test/{unit,golden}/**/*.test.ts"];
/** Replaces a whole module, which files of the same worker would have loaded before. */
const ALONE = ["packages/cli/test/unit/commands/studio.test.ts"];

export default defineConfig({
  test: {
    globalSetup: ["test/postgres-user.ts"],
    // Many tests wait for a browser, a server or a killed process; on two cores Vitest alone would run one file at a time, and two leave a core idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      project("whole", {
        include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
        exclude: [...configDefaults.exclude, ...UNIT],
      }),
      project("alone", { include: ALONE }),
      // Loading the sources takes longer than most of these files: one worker loads them once for all that it runs.
      project("unit", { include: UNIT, exclude: [...configDefaults.exclude, ...ALONE], isolate: false }),
    ],
  },
});

function project(
  name: string,
  files: NonNullable<TestProjectInlineConfiguration["test"]>,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      setupFiles: ["test/same-seed.ts"],
      // Far above what anything takes: several runs share a machine, and a limit is there to end what hangs.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 60_000 } },
      pool: "forks",
      // What is built is loaded by Node itself, as users load it: Vite would transform hundreds of modules for each file.
      server: { deps: { external: [/\/packages\/[a-z]+\/dist\//] } },
      ...files,
    },
  };
}
