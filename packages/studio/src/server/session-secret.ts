// What cookies are signed with. It lies in the data folder, so that open pages survive a restart; servers on one
// PostgreSQL have it there, so that a page that is logged in to one of them is logged in to all.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "@xpal/store";

const LENGTH = 32;
const KEY = "studio/secret";

/** The secret of a studio, which is made when there is none. */
export async function sessionSecret(dataDir: string, { kind, blobs }: Store): Promise<Buffer> {
  if (kind === "sqlite") return ofFile(join(dataDir, "secret"));
  await blobs.add(KEY, new Uint8Array(randomBytes(LENGTH)));
  return Buffer.from((await blobs.get(KEY)) as Uint8Array);
}

function ofFile(file: string): Buffer {
  if (existsSync(file)) {
    const known = readFileSync(file);
    if (known.length === LENGTH) return known;
  }
  const secret = randomBytes(LENGTH);
  writeFileSync(file, secret, { mode: 0o600 });
  chmodSync(file, 0o600);
  return secret;
}
