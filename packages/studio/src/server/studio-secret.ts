// The secret of a studio, which never goes into the database: it encrypts what the studio must be able to read again (secrets
// of webhooks, keys of language models), and stands in the marks of cookies. So nobody can use what a dump or a backup holds.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Store, StoreError } from "@xpal/store";
import { z } from "zod";
import { StudioError } from "./studio-error.ts";

const MIN_LENGTH = 32;
const [IV_BYTES, TAG_BYTES] = [12, 16];
const SEALED = "v1.";
/** The one record of this kind: which secret the database was last opened with, without telling it. */
const [KIND, KEY] = ["secret", "check"];
const checkSchema = z.object({ id: z.string(), mark: z.string() });

/** Encrypts, decrypts and marks with one secret. */
export class StudioSecret {
  readonly #text: string;
  readonly #sealing: Buffer;

  /** @param text At least 32 characters, of which at least 32 bytes should be random: it is not stretched like a password. */
  constructor(text: string) {
    this.#text = text;
    this.#sealing = this.#keyFor("records");
  }

  /** Encrypts a text for one record; in another one it cannot be decrypted. */
  seal(kind: string, key: string, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#sealing, iv).setAAD(placeOf(kind, key));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return SEALED + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  /** The text again; null if it was sealed with another secret, for another record, or changed since. */
  unseal(kind: string, key: string, sealed: string): string | null {
    if (!sealed.startsWith(SEALED)) return null;
    const bytes = Buffer.from(sealed.slice(SEALED.length), "base64url");
    if (bytes.length < IV_BYTES + TAG_BYTES) return null;
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv("aes-256-gcm", this.#sealing, iv, options).setAAD(placeOf(kind, key));
    decipher.setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }

  /** A mark of a text, in hexadecimal digits, that nobody can make without the secret. */
  mark(purpose: string, text: string): string {
    return createHmac("sha256", this.#keyFor(purpose)).update(text).digest("hex");
  }

  #keyFor(purpose: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.#text, "", `xpal studio ${purpose}`, 32));
  }
}

function placeOf(kind: string, key: string): Buffer {
  return Buffer.from(JSON.stringify([kind, key]));
}

/**
 * The secret of this server: the one that was given, or that of a file in the data folder, which is made at first use.
 * @throws StudioError if it is too short.
 */
export function studioSecret(given: string | undefined, dataDir: string): StudioSecret {
  if (given !== undefined) {
    if (given.trim().length >= MIN_LENGTH) return new StudioSecret(given.trim());
    const wayOut = "`openssl rand -base64 32` makes one";
    throw new StudioError("bad-argument", `startStudio: secret must have at least ${MIN_LENGTH} characters; ${wayOut}`);
  }
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    // Whole or not at all, also if the process is killed here.
    writeFileSync(`${file}.part`, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  chmodSync(file, 0o600);
  const text = readFileSync(file, "utf8").trim();
  if (text.length >= MIN_LENGTH) return new StudioSecret(text);
  const wayOut = "restore it, or remove it and enter anew what it had encrypted";
  throw new StudioError("bad-argument", `${file}: must have at least ${MIN_LENGTH} characters; ${wayOut}`);
}

/** What a server finds when it opens a database. */
export interface SecretCheck {
  /** Tells databases apart. */
  readonly id: string;
  /** Whether the last server that opened it had another secret. */
  readonly isOther: boolean;
}

/** Notes in the database which secret it is opened with. */
export async function checkSecret({ records }: Store, secret: StudioSecret): Promise<SecretCheck> {
  for (;;) {
    const found = await records.get(KIND, KEY);
    const known = found === undefined ? undefined : checkSchema.parse(found.value);
    const id = known?.id ?? randomBytes(16).toString("hex");
    const mark = secret.mark("check", id);
    if (known?.mark === mark) return { id, isOther: false };
    try {
      await records.put(KIND, KEY, { id, mark }, { revision: found?.revision ?? 0 });
      return { id, isOther: known !== undefined };
    } catch (error) {
      // Of several servers that start at once, one writes it and all read it.
      if (!(error instanceof StoreError && error.code === "stale")) throw error;
    }
  }
}

/** What to tell whoever starts the server; null if all can be read. */
export function secretNotice(isOther: boolean, webhooks: number, keys: number): string | null {
  if (!isOther && webhooks + keys === 0) return null;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  const lost = [
    ...counted(webhooks, "secret of a webhook", "secrets of webhooks"),
    ...counted(keys, "key of an LLM assistant", "keys of LLM assistants"),
  ].join(" and ");
  const other = "the database was last opened with another secret, so people log in anew";
  const what = [...(isOther ? [other] : []), ...(lost === "" ? [] : [`${lost} cannot be decrypted`])].join(", and ");
  const wayOut = "set XPAL_SECRET to that secret, the same on all servers of the database";
  return `${what}: ${wayOut}${lost === "" ? "" : ", or enter these anew"}.`;
}
