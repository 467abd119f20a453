// Which test files `npm run test:postgres` runs: all of the folders below, so that a new file is in, less those that are named here
// with the reason.

/** The folders whose tests start a studio or open a store. */
export const FOLDERS = [
  "packages/store/test",
  "packages/studio/test/e2e",
  "packages/studio/test/property",
  "packages/cli/test/e2e",
  "test/campaign",
];

/** Nothing of these depends on the store of a studio. */
export const NO_STORE = [
  "packages/cli/test/e2e/bridge.test.ts",
  "packages/cli/test/e2e/command-line.test.ts",
  "packages/cli/test/e2e/demo.test.ts",
  "packages/cli/test/e2e/forecast-alike.test.ts",
  "packages/cli/test/e2e/guide.test.ts",
  "packages/cli/test/e2e/journal-races.test.ts",
  "packages/cli/test/e2e/label-kill.test.ts",
  "packages/cli/test/e2e/learned-kernel-study.test.ts",
  "packages/studio/test/e2e/lite-formats.test.ts",
  "packages/studio/test/e2e/lite-images.test.ts",
  "packages/studio/test/e2e/lite-store.test.ts",
  "packages/studio/test/e2e/scoring-thread.test.ts",
  "packages/studio/test/property/windows.test.ts",
];

/** File to reason. */
export const LEFT_OUT = {
  ...Object.fromEntries(NO_STORE.map((file) => [file, "it starts no studio and opens no store"])),
  "packages/cli/test/e2e/help-examples.test.ts": "it runs the examples of the help as printed, and those name folders",
  "packages/cli/test/e2e/queue.test.ts": "its runs go through a PostgreSQL of its own in every run of the tests",
  "packages/cli/test/e2e/reproduce.test.ts": "its runs are kept in a SQLite file beside the report",
  "packages/cli/test/e2e/study-versions.test.ts": "its runs are kept in SQLite files that it writes itself",
  "packages/store/test/contract/sqlite.test.ts": "it is the half on SQLite of what postgres.test.ts checks",
  "packages/store/test/e2e/hold-lock.test.ts": "it is about the lock on a folder",
  "packages/store/test/unit/open-store.test.ts": "it is about SQLite files and addresses of no database",
  "packages/studio/test/e2e/move.test.ts": "it moves between folders and databases, on both in every run of the tests",
  "packages/studio/test/e2e/studio-folder.test.ts": "it is about the SQLite file in the data folder",
  "packages/studio/test/e2e/damaged-log.test.ts": "it damages the SQLite file in the data folder",
};
