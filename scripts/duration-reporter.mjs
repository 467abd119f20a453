// A reporter for Vitest: how long each test file took, hooks and loading included, the slowest first, into the file that the
// environment variable XPAL_DURATIONS names. The result that Vitest writes as JSON leaves the hooks out.
import { writeFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export default class DurationReporter {
  onTestRunEnd(modules) {
    const durations = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic();
      const file = relative(root, module.moduleId).split(sep).join("/");
      return { file, seconds: Math.round((duration + collectDuration) / 100) / 10 };
    });
    durations.sort((a, b) => b.seconds - a.seconds);
    writeFileSync(process.env.XPAL_DURATIONS, JSON.stringify(durations));
  }
}
