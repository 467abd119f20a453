// The order of the test files: the longest first, so that all workers end at about the same time. Without it Vitest sorts by
// the size of the files, and the longest of all, a few lines that import others, came last.
import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Seconds that a file took in some run, by its path; `npm test -- --write-durations` notes them anew. */
const seconds: Record<string, number> = JSON.parse(readFileSync(new URL("./durations.json", import.meta.url), "utf8"));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[relative(root, moduleId).split(sep).join("/")] ?? 0;
    // Files that share a worker come last: Vitest keeps a worker only from one such file to the next.
    const shared = ({ project }: TestSpecification) => Number(project.config.isolate === false);
    return [...files].sort((a, b) => shared(a) - shared(b) || secondsOf(b) - secondsOf(a));
  }
}
