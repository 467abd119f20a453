// Datasets travel by content hash: one blob in the store, which a worker may keep in a folder. Whatever comes out is hashed
// again before it is used. A blob is a gzip of a JSON line and then the numbers, little-endian as all machines here are.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { reject } from "@xpal/core/check";
import {
  bytesOf,
  type Dataset,
  datasetHash,
  type GroupHeader,
  groupFrom,
  groupHeader,
  groupNumbers,
  groupSize,
  groupsOf,
  learningHeader,
} from "@xpal/lab/internal";
import type { Blobs } from "@xpal/store";
import { z } from "zod";

const groupSchema = {
  kernel: z.enum(["rbf", "hamming", "cosine"]),
  rows: z.int().min(1),
  cols: z.int().min(0),
  entries: z.int().min(0).optional(),
  unscaled: z.array(z.int().min(0)).optional(),
  negative: z.literal("zero").optional(),
};
const headerSchema = z.strictObject({
  ...groupSchema,
  classes: z.array(z.string()).min(1),
  others: z.array(z.strictObject(groupSchema)).optional(),
  learning: z
    .strictObject({
      predictor: z.literal("ridge").optional(),
      perClass: z.int().min(0).optional(),
      views: z.array(z.enum(["given", "decorrelated", "ranks"])).optional(),
      metrics: z.array(z.enum(["weights", "rankWeights", "full", "partWeights", "forest"])).optional(),
    })
    .optional(),
});

/** Puts a dataset into the store, once. */
export async function shipDataset(blobs: Pick<Blobs, "has" | "put">, dataset: Dataset): Promise<string> {
  const hash = datasetHash(dataset);
  if (!(await blobs.has(keyOf(hash)))) await blobs.put(keyOf(hash), await packed(dataset));
  return hash;
}

/**
 * A dataset by its hash, from a folder or from the store, verified. What came from the store is left in the folder.
 * @throws XpalError if it is nowhere, or is not what its hash says.
 */
export async function fetchDataset(
  blobs: Pick<Blobs, "get">,
  { hash, name }: { readonly hash: string; readonly name: string },
  folder: string | undefined,
): Promise<Dataset> {
  const file = folder === undefined ? undefined : join(folder, `${hash}.dataset`);
  const near = file === undefined ? undefined : readIfThere(file);
  if (near !== undefined) {
    const dataset = await unpacked(near, name).catch(() => undefined);
    if (dataset !== undefined && datasetHash(dataset) === hash) return dataset;
  }
  const blob = await blobs.get(keyOf(hash));
  if (!(blob instanceof Uint8Array)) {
    return reject("worker", `the dataset ${name}`, "must be in the store", hash, "enqueue the plan again");
  }
  const dataset = await unpacked(blob, name);
  const found = datasetHash(dataset);
  if (found !== hash) reject("worker", `the dataset ${name} in the store`, `must have the hash ${hash}`, found);
  if (file !== undefined && folder !== undefined) keepFile(folder, file, blob);
  return dataset;
}

function keyOf(hash: string): string {
  return `dataset/${hash}`;
}

async function packed(dataset: Dataset): Promise<Uint8Array> {
  const { classes, labels } = dataset;
  const [first, ...more] = groupsOf(dataset).map(groupHeader);
  const others = more.length === 0 ? {} : { others: more };
  const header = { ...first, classes, ...others, ...learningHeader(dataset) };
  const numbers = [...groupsOf(dataset).flatMap(groupNumbers), labels].map(bytesOf);
  return promisify(gzip)(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...numbers]), { level: 3 });
}

async function unpacked(blob: Uint8Array, name: string): Promise<Dataset> {
  const broken = (): never => reject("worker", `the dataset ${name}`, "must be whole", "a damaged blob");
  const bytes = await promisify(gunzip)(blob).catch(broken);
  const end = bytes.indexOf(10);
  const header = headerSchema.safeParse(parsed(bytes.toString("utf8", 0, Math.max(0, end))));
  if (!header.success) return broken();
  const { classes, others, learning, ...own } = header.data;
  const headers = [own, ...(others ?? [])] as GroupHeader[];
  const sizes = headers.map(groupSize);
  const split = end + 1 + sizes.reduce((sum, size) => sum + size, 0);
  if (bytes.length !== split + own.rows * 4) return broken();
  let at = end + 1;
  const groups = headers.map((one, g) => {
    at += sizes[g];
    return groupFrom(one, Uint8Array.from(bytes.subarray(at - sizes[g], at)));
  });
  const labels = new Uint32Array(Uint8Array.from(bytes.subarray(split)).buffer);
  const [first, ...more] = groups;
  return {
    ...{ name, ...first, classes, labels },
    ...(others === undefined ? {} : { others: more }),
    ...(learning === undefined ? {} : { learning }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Written completely or not at all; a folder that cannot be written to is ignored. */
function keepFile(folder: string, file: string, blob: Uint8Array): void {
  const part = `${file}.${process.pid}.part`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, blob);
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
