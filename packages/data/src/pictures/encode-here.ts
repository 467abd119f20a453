import type { Matrix } from "@xpal/core";
import { type PictureModel, pictureEncoder } from "./picture-model.ts";
import type { Pixels } from "./picture-square.ts";

/** Pictures to encode. */
export interface EncodingJob {
  readonly model: PictureModel;
  readonly pictures: readonly Pixels[];
}

/** The vectors of pictures, one row each, in this thread. */
export function encodeHere({ model, pictures }: EncodingJob, onShare: (share: number) => void): Matrix {
  const { length, encode } = pictureEncoder(model);
  const data = new Float64Array(pictures.length * length);
  pictures.forEach((pixels, i) => {
    data.set(encode(pixels), i * length);
    if (i % 100 === 0) onShare(i / pictures.length);
  });
  return { rows: pictures.length, cols: length, data };
}
