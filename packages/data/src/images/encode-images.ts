// The vectors of many images, shared out over threads where there are enough of them to be worth it. Each image
// depends on nothing but itself, so the bits are the same either way.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Matrix } from "@xpal/core";
import { caller, threadPort } from "@xpal/core/calls";
import { type EncodingJob, encodeHere } from "./encode-here.ts";
import type { ImageModel } from "./image-model.ts";
import type { Pixels } from "./image-square.ts";

/** What a thread can be asked. */
export interface EncodingCalls {
  encode(job: EncodingJob): Matrix;
}

/** A thread takes a second to be worth starting: this many images each at least. */
const MIN_PER_THREAD = 500;
const MAX_THREADS = 8;

/** One row for each image. */
export async function encodeImages(
  model: ImageModel,
  images: readonly Pixels[],
  onShare: (share: number) => void,
): Promise<Matrix> {
  const worker = new URL("./encode-images-worker.js", import.meta.url);
  const wanted = Math.min(MAX_THREADS, availableParallelism(), Math.floor(images.length / MIN_PER_THREAD));
  const threads = existsSync(fileURLToPath(worker)) ? wanted : 1;
  if (threads <= 1) return encodeHere({ model, images }, onShare);
  const size = Math.ceil(images.length / threads);
  let done = 0;
  const parts = await Promise.all(
    Array.from({ length: threads }, async (_, t) => {
      const part = await encodeThere(worker, { model, images: images.slice(t * size, (t + 1) * size) });
      onShare(++done / threads);
      return part;
    }),
  );
  const cols = parts[0].cols;
  const data = new Float64Array(images.length * cols);
  parts.forEach((part, t) => {
    data.set(part.data, t * size * cols);
  });
  return { rows: images.length, cols, data };
}

async function encodeThere(url: URL, job: EncodingJob): Promise<Matrix> {
  const worker = new Worker(url);
  try {
    return await caller<EncodingCalls>(threadPort(worker)).call("encode", job);
  } finally {
    void worker.terminate();
  }
}
