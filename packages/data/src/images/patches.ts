// K-means features of patches (Coates, Lee and Ng, AISTATS 2011): patches of 6 x 6 pixels are normalised for contrast and
// whitened, typical ones are learned by k-means, and each patch of an image counts for the typical ones that are nearer
// than the average one ("triangle"), summed over each quarter of the image.
import { generator, type Matrix } from "@xpal/core";
import { gram } from "../linear/gram.ts";
import { symmetricEigen } from "../linear/symmetric-eigen.ts";
import { SIDE } from "./image-square.ts";

const PATCH = 6;
const LENGTH = PATCH * PATCH;
const PLACES = SIDE - PATCH + 1;
/** Typical patches; a multiple of four, since four distances are summed at a time. */
const TYPICAL = 224;
/** Whitened components that are kept: distances need no more, what is left out is fine noise. */
const KEPT = 20;
const ROUNDS = 10;
const SAMPLED = 30_000;

/** Added to the variance of a patch, so that noise in a flat one stays small; grey levels squared. */
const CONTRAST_FLOOR = 10;

/** Added to each variance before whitening, so that fine noise is not blown up; of normalised patches. */
const WHITENING_FLOOR = 0.1;

/** How many numbers an image gives: one for each typical patch and quarter. */
export const PATCH_WIDTH = 4 * TYPICAL;

/** What was learned about patches. */
export interface PatchModel {
  /** Whitening, KEPT x LENGTH, and the mean of normalised patches. */
  readonly whitening: Float64Array;
  readonly mean: Float64Array;
  /** Typical whitened patches, one row each. */
  readonly typical: Float64Array;
}

/** Learns typical patches from squares of brightness. */
export function fitPatches(squares: readonly Float64Array[]): PatchModel {
  const draw = generator(1);
  const sample: Matrix = { rows: SAMPLED, cols: LENGTH, data: new Float64Array(SAMPLED * LENGTH) };
  for (let i = 0; i < SAMPLED; i++) {
    const square = squares[draw.nextIndex(squares.length)];
    readPatch(square, draw.nextIndex(PLACES), draw.nextIndex(PLACES), sample.data, i * LENGTH);
  }
  const mean = new Float64Array(LENGTH);
  for (let i = 0; i < sample.data.length; i++) mean[i % LENGTH] += sample.data[i] / SAMPLED;
  for (let i = 0; i < sample.data.length; i++) sample.data[i] -= mean[i % LENGTH];
  const whitening = whiteningOf(sample);
  const white = new Float64Array(SAMPLED * KEPT);
  for (let i = 0; i < SAMPLED; i++) whiten(whitening, sample.data, i * LENGTH, white, i * KEPT);
  return { whitening, mean, typical: kMeans(white, draw) };
}

/** Writes an image's numbers. */
export function patchFeatures(model: PatchModel, square: Float64Array, into: Float64Array, offset: number): void {
  const { whitening, mean, typical } = model;
  const raw = new Float64Array(LENGTH);
  const white = new Float64Array(KEPT);
  const lengths = squaredLengths(typical);
  const distances = new Float64Array(TYPICAL);
  const half = PLACES / 2;
  for (let y = 0; y < PLACES; y++) {
    for (let x = 0; x < PLACES; x++) {
      readPatch(square, x, y, raw, 0);
      for (let i = 0; i < LENGTH; i++) raw[i] -= mean[i];
      whiten(whitening, raw, 0, white, 0);
      const average = distancesTo(typical, lengths, white, 0, distances);
      const to = offset + TYPICAL * ((y < half ? 0 : 2) + (x < half ? 0 : 1));
      for (let k = 0; k < TYPICAL; k++) if (distances[k] < average) into[to + k] += average - distances[k];
    }
  }
  toRootShares(into, offset);
}

/**
 * Roots of the numbers' shares, a vector of length 1: how much ink there is counts no more, and a patch that is
 * everywhere does not drown the others. Letters of many sizes and positions, error at 50 / 200 labels: 25 / 12 % so,
 * 39 / 22 % without.
 */
function toRootShares(features: Float64Array, offset: number): void {
  let sum = 0;
  for (let i = offset; i < offset + PATCH_WIDTH; i++) sum += features[i];
  if (sum === 0) return;
  for (let i = offset; i < offset + PATCH_WIDTH; i++) features[i] = Math.sqrt(features[i] / sum);
}

/** A patch less its mean, divided by its deviation. */
function readPatch(square: Float64Array, x: number, y: number, into: Float64Array, to: number): void {
  let sum = 0;
  let squares = 0;
  for (let r = 0, i = to; r < PATCH; r++) {
    for (let c = 0, at = (y + r) * SIDE + x; c < PATCH; c++, at++, i++) {
      const value = square[at];
      into[i] = value;
      sum += value;
      squares += value * value;
    }
  }
  const mean = sum / LENGTH;
  const factor = 1 / Math.sqrt(Math.max(0, squares / LENGTH - mean * mean) + CONTRAST_FLOOR);
  for (let i = to; i < to + LENGTH; i++) into[i] = (into[i] - mean) * factor;
}

/** Principal axes divided by their deviation, which makes the components of patches uncorrelated; one row each. */
function whiteningOf(patches: Matrix): Float64Array {
  const covariance = gram(patches);
  covariance.data.forEach((value, i) => {
    covariance.data[i] = value / patches.rows;
  });
  const { values, vectors } = symmetricEigen(covariance);
  return vectors.data.slice(0, KEPT * LENGTH).map((value, i) => {
    const variance = Math.max(0, values[Math.floor(i / LENGTH)]);
    return value / Math.sqrt(variance + WHITENING_FLOOR);
  });
}

function whiten(matrix: Float64Array, from: Float64Array, at: number, into: Float64Array, to: number): void {
  for (let i = 0; i < KEPT; i++) {
    let sum = 0;
    for (let j = 0, m = i * LENGTH; j < LENGTH; j++, m++) sum += matrix[m] * from[at + j];
    into[to + i] = sum;
  }
}

/** Writes the distance of a whitened patch to each typical one, |x|^2 + |t|^2 - 2 x t; gives their mean. */
function distancesTo(
  typical: Float64Array,
  lengths: Float64Array,
  patches: Float64Array,
  at: number,
  into: Float64Array,
): number {
  let own = 0;
  for (let i = at; i < at + KEPT; i++) own += patches[i] * patches[i];
  let sum = 0;
  for (let k = 0; k < TYPICAL; k += 4) {
    const [a, b, c, d] = [k * KEPT, (k + 1) * KEPT, (k + 2) * KEPT, (k + 3) * KEPT];
    let [dotA, dotB, dotC, dotD] = [0, 0, 0, 0];
    for (let i = 0; i < KEPT; i++) {
      const value = patches[at + i];
      dotA += value * typical[a + i];
      dotB += value * typical[b + i];
      dotC += value * typical[c + i];
      dotD += value * typical[d + i];
    }
    into[k] = Math.sqrt(Math.max(0, own + lengths[k] - 2 * dotA));
    into[k + 1] = Math.sqrt(Math.max(0, own + lengths[k + 1] - 2 * dotB));
    into[k + 2] = Math.sqrt(Math.max(0, own + lengths[k + 2] - 2 * dotC));
    into[k + 3] = Math.sqrt(Math.max(0, own + lengths[k + 3] - 2 * dotD));
    sum += into[k] + into[k + 1] + into[k + 2] + into[k + 3];
  }
  return sum / TYPICAL;
}

function squaredLengths(typical: Float64Array): Float64Array {
  const lengths = new Float64Array(TYPICAL);
  typical.forEach((value, i) => {
    lengths[Math.floor(i / KEPT)] += value * value;
  });
  return lengths;
}

/** Lloyd's rounds from drawn patches; a typical patch that none is nearest to is drawn again. */
function kMeans(patches: Float64Array, draw: { nextIndex(count: number): number }): Float64Array {
  const count = patches.length / KEPT;
  const typical = new Float64Array(TYPICAL * KEPT);
  const distances = new Float64Array(TYPICAL);
  const copy = (k: number) => {
    const at = draw.nextIndex(count) * KEPT;
    typical.set(patches.subarray(at, at + KEPT), k * KEPT);
  };
  for (let k = 0; k < TYPICAL; k++) copy(k);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(TYPICAL * KEPT);
    const members = new Uint32Array(TYPICAL);
    const lengths = squaredLengths(typical);
    for (let i = 0; i < count; i++) {
      distancesTo(typical, lengths, patches, i * KEPT, distances);
      let k = 0;
      for (let other = 1; other < TYPICAL; other++) if (distances[other] < distances[k]) k = other;
      members[k]++;
      for (let j = 0; j < KEPT; j++) sums[k * KEPT + j] += patches[i * KEPT + j];
    }
    for (let k = 0; k < TYPICAL; k++) {
      if (members[k] === 0) copy(k);
      else for (let j = 0; j < KEPT; j++) typical[k * KEPT + j] = sums[k * KEPT + j] / members[k];
    }
  }
  return typical;
}
