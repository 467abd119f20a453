// What a run of the tests came to, from the result that Vitest writes as JSON.
import { relative, sep } from "node:path";

/**
 * How many tests passed and failed, and the names of those that did not run. A file that could not be loaded has no tests and
 * counts as one that failed; with `noSkips` so does each test that was skipped.
 */
export function countTests({ numPassedTests, numFailedTests, testResults }, root, { noSkips = false } = {}) {
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => `${relative(root, name).split(sep).join("/")}: ${fullName}`),
  );
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + notLoaded.length + (noSkips ? skipped.length : 0),
    skipped,
  };
}
