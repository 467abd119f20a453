// Vectors that were made before, on disk, by the hash of what they were made of and the hash of the model. Each run
// appends to a file of its own after every batch, so that runs never disturb each other and one that is interrupted goes
// on where it ended; a record that was cut off or damaged is passed over.
import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "../formats/zip/crc32.ts";

const KEY_BYTES = 32;
const ENDING = ".vectors";

/** The vectors of one model. */
export class EmbeddingCache {
  readonly #path: string;
  readonly #known = new Map<string, Float32Array>();

  private constructor(path: string) {
    this.#path = path;
  }

  /** Opens the vectors of a model below a folder. */
  static async open(folder: string, modelHash: string): Promise<EmbeddingCache> {
    const own = join(folder, modelHash);
    const cache = new EmbeddingCache(join(own, `${randomUUID()}${ENDING}`));
    const names = await readdir(own).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(ENDING)).sort()) cache.#read(await readFile(join(own, name)));
    return cache;
  }

  /** The vector of an item by the hexadecimal SHA-256 of its content. */
  get(key: string): Float32Array | undefined {
    return this.#known.get(key);
  }

  /** Keeps some vectors; they are on disk when it resolves. */
  async add(entries: readonly (readonly [key: string, vector: Float32Array])[]): Promise<void> {
    if (entries.length === 0) return;
    await mkdir(join(this.#path, ".."), { recursive: true });
    await appendFile(this.#path, Buffer.concat(entries.map(([key, vector]) => record(key, vector))));
    for (const [key, vector] of entries) this.#known.set(key, vector);
  }

  /** A record is the length of the vector, the key, the numbers, and a checksum over all of these. */
  #read(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 4 <= bytes.length; ) {
      const end = at + 4 + KEY_BYTES + 4 * view.getUint32(at, true);
      if (end + 4 > bytes.length || view.getUint32(end, true) !== crc32(bytes.subarray(at, end))) return;
      const key = Buffer.from(bytes.subarray(at + 4, at + 4 + KEY_BYTES)).toString("hex");
      // Copied by the constructor: the slice of a Buffer would be a view of all of it.
      this.#known.set(key, new Float32Array(new Uint8Array(bytes.subarray(at + 4 + KEY_BYTES, end)).buffer));
      at = end + 4;
    }
  }
}

function record(key: string, vector: Float32Array): Uint8Array {
  const end = 4 + KEY_BYTES + vector.byteLength;
  const bytes = new Uint8Array(end + 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, vector.length, true);
  bytes.set(Buffer.from(key, "hex"), 4);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), 4 + KEY_BYTES);
  view.setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}
