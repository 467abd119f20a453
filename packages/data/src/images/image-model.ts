// Images to vectors, learned on the pool without any label: typical patches, gradients and colours, each kind with the
// same total variance times its weight, then the principal components. Letters in 500 fonts, error at 50 / 200 labels:
// see docs/guide/images.md.
import type { Matrix } from "@xpal/core";
import { packNumbers, unpackNumbers } from "../linear/base64.ts";
import { centringOf } from "../linear/centring.ts";
import { denseProduct } from "../linear/dense-product.ts";
import { truncatedSvd } from "../linear/truncated-svd.ts";
import { COLOUR_WIDTH, colours } from "./colours.ts";
import { GRADIENT_WIDTH, gradientHistograms } from "./gradient-histograms.ts";
import type { Pixels } from "./image-square.ts";
import { luminance } from "./luminance.ts";
import { fitPatches, PATCH_WIDTH, type PatchModel, patchFeatures } from "./patches.ts";

/** What was learned from the images of a pool, as JSON; numbers are base64 of single precision. */
export interface ImageModel {
  readonly version: 1;
  readonly whitening: string;
  readonly patchMean: string;
  readonly typical: string;
  /** What each kind of feature is multiplied by: patches, gradients, colours. */
  readonly factors: readonly [number, number, number];
  readonly mean: string;
  /** The principal components, one row each. */
  readonly components: string;
}

const COMPONENTS = 100;

/** Components are learned from at most this many images, taken at even distances. */
const MAX_IMAGES = 2000;

/** The share of the variance that each kind is given: patches, gradients, colours. */
const WEIGHTS = [1, 1, 0.3] as const;

const WIDTHS = [PATCH_WIDTH, GRADIENT_WIDTH, COLOUR_WIDTH] as const;
const WIDTH = PATCH_WIDTH + GRADIENT_WIDTH + COLOUR_WIDTH;

/** Learns from images; `onShare` is called with the progress, from 0 to 1. */
export function fitImages(images: readonly Pixels[], onShare: (share: number) => void = () => {}): ImageModel {
  const step = Math.ceil(images.length / MAX_IMAGES);
  const sample = images.filter((_, i) => i % step === 0);
  const patches = rounded(fitPatches(sample.map(luminance)));
  onShare(0.2);
  const features: Matrix = { rows: sample.length, cols: WIDTH, data: new Float64Array(sample.length * WIDTH) };
  sample.forEach((pixels, i) => {
    writeFeatures(patches, pixels, features.data, i * WIDTH);
    if (i % 100 === 0) onShare(0.2 + (0.6 * i) / sample.length);
  });
  const mean = unpackNumbers(packNumbers(Float64Array.from(centringOf(features).means)));
  for (let i = 0; i < features.data.length; i++) features.data[i] -= mean[i % WIDTH];
  const factors = balance(features);
  const { vectors } = truncatedSvd(denseProduct(features), COMPONENTS);
  onShare(1);
  return {
    version: 1,
    whitening: packNumbers(patches.whitening),
    patchMean: packNumbers(patches.mean),
    typical: packNumbers(patches.typical),
    factors,
    mean: packNumbers(mean),
    components: packNumbers(vectors.data),
  };
}

/** A function from an image to its vector. */
export function imageEncoder(model: ImageModel): { readonly length: number; encode(pixels: Pixels): Float64Array } {
  const patches: PatchModel = {
    whitening: unpackNumbers(model.whitening),
    mean: unpackNumbers(model.patchMean),
    typical: unpackNumbers(model.typical),
  };
  const mean = unpackNumbers(model.mean);
  const components = unpackNumbers(model.components);
  const length = components.length / WIDTH;
  const features = new Float64Array(WIDTH);
  return {
    length,
    encode(pixels) {
      features.fill(0);
      writeFeatures(patches, pixels, features, 0);
      let at = 0;
      WIDTHS.forEach((width, kind) => {
        for (const end = at + width; at < end; at++) features[at] = (features[at] - mean[at]) * model.factors[kind];
      });
      return Float64Array.from({ length }, (_, k) => {
        let sum = 0;
        for (let i = 0, c = k * WIDTH; i < WIDTH; i++, c++) sum += features[i] * components[c];
        return sum;
      });
    },
  };
}

function writeFeatures(patches: PatchModel, pixels: Pixels, into: Float64Array, offset: number): void {
  const grey = luminance(pixels);
  patchFeatures(patches, grey, into, offset);
  gradientHistograms(grey, into, offset + PATCH_WIDTH);
  colours(pixels, into, offset + PATCH_WIDTH + GRADIENT_WIDTH);
}

/** Below this mean square a kind of feature is rounding, or less than one pixel of one level: the colours of grey images. */
const NOTHING = 1e-9;

/** Multiplies each kind of feature so that its total variance is its weight; gives the factors. */
function balance({ rows, cols, data }: Matrix): [number, number, number] {
  const factors: [number, number, number] = [1, 1, 1];
  let start = 0;
  WIDTHS.forEach((width, kind) => {
    let squares = 0;
    for (let row = 0; row < rows; row++) {
      for (let i = start; i < start + width; i++) squares += data[row * cols + i] * data[row * cols + i];
    }
    const factor = squares <= NOTHING * rows ? 0 : Math.sqrt((WEIGHTS[kind] * rows) / squares);
    factors[kind] = factor;
    for (let row = 0; row < rows; row++) for (let i = start; i < start + width; i++) data[row * cols + i] *= factor;
    start += width;
  });
  return factors;
}

/** As it will be read from the model. */
function rounded({ whitening, mean, typical }: PatchModel): PatchModel {
  const round = (values: Float64Array) => unpackNumbers(packNumbers(values));
  return { whitening: round(whitening), mean: round(mean), typical: round(typical) };
}
