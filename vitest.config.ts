import { availableParallelism } from "node:os";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// Unit tests read src; whatever crosses a package or runs as users run it reads dist, which set-up has built.
const UNIT = ["packages/*/test/{unit,golden}/**/*.test.ts"];
/** Replace a whole module, which files of the same worker would have loaded before. */
const ALONE = ["packages/cli/test/unit/commands/studio.test.ts", "packages/studio/test/unit/server/password.test.ts"];
/** Starts PostgreSQL. */
const SERVERS = ["packages/store/test/contract/postgres.test.ts", "packages/studio/test/property/**/*.test.ts"];
/** Examples and sentences of the documentation, executed. */
const DOCS = [
  "test/{doc-examples,figures,readme,site}.test.ts",
  "examples/**/*.test.ts",
  "packages/cli/test/e2e/{guide,help-examples}.test.ts",
];
/** What npm would publish: bundled, packed, installed. */
const PACKAGES = ["test/{bundlers,package-size,packages,release}.test.ts"];
const excluding = (...files: string[]) => [...configDefaults.exclude, ...files];

// `npm test` runs "unit", "alone" and "contract"; `npm run test:all` the others too.
export default defineConfig({
  test: {
    globalSetup: ["test/postgres-user.ts"],
    // Many tests wait for a browser, a server or a killed process; on two cores Vitest alone would run one file at a time, and two leave a core idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      project("contract", {
        include: [
          "packages/*/test/{contract,property}/**/*.test.ts",
          "test/*.test.ts",
          "test/{conformance,paper-check}/*.test.ts",
        ],
        exclude: excluding(...SERVERS, ...DOCS, ...PACKAGES),
      }),
      project("alone", { include: ALONE }),
      // Loading the sources takes longer than most of these files: one worker loads them once for all that it runs.
      project("unit", { include: UNIT, exclude: excluding(...ALONE), isolate: false }),
      project("e2e", {
        include: ["packages/*/test/e2e/**/*.test.ts", "test/campaign/*.test.ts", ...SERVERS],
        exclude: excluding(...DOCS),
      }),
      project("docs", { include: DOCS }),
      project("packages", { include: PACKAGES }),
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
