import type { Matrix } from "@xpal/core";
import { type ImageModel, imageEncoder } from "./image-model.ts";
import type { Pixels } from "./image-square.ts";

/** Images to encode. */
export interface EncodingJob {
  readonly model: ImageModel;
  readonly images: readonly Pixels[];
}

/** The vectors of images, one row each, in this thread. */
export function encodeHere({ model, images }: EncodingJob, onShare: (share: number) => void): Matrix {
  const { length, encode } = imageEncoder(model);
  const data = new Float64Array(images.length * length);
  images.forEach((pixels, i) => {
    data.set(encode(pixels), i * length);
    if (i % 100 === 0) onShare(i / images.length);
  });
  return { rows: images.length, cols: length, data };
}
