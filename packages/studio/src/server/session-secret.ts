// What cookies are signed with. It lies in the data folder, so that open pages survive a restart; servers on one
// PostgreSQL have it there, so that a page that is logged in to one of them is logged in to all.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Store, StoreError } from "@xpal/store";

const LENGTH = 32;
const [KIND, KEY] = ["secret", "cookies"];

/** The secret of a studio, which is made at the first start. */
export async function sessionSecret(dataDir: string, { kind, records }: Store): Promise<Buffer> {
  if (kind === "sqlite") return ofFile(join(dataDir, "secret"));
  const fresh = randomBytes(LENGTH).toString("base64url");
  // Of several servers that start at once, one writes it and all read it.
  await records.put(KIND, KEY, fresh, { revision: 0 }).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === "stale")) throw error;
  });
  return Buffer.from((await records.get(KIND, KEY))?.value as string, "base64url");
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
