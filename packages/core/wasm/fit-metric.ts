// One fit of a metric to labels from beginning to end, with the bits of src/kernels/learning/metric-fit.ts, adam.ts and
// fit-charge.ts: column weights (theta per parameter) or a full metric (Delta, row after row, each row padded to an even
// length; padded entries stay 0 and add 0 to every sum). A fit is the address of what src/engine/memory/layout.ts says.
import {
  FIT_CHARGE,
  FIT_COLUMNS,
  FIT_DISTANCES,
  FIT_FLOORS,
  FIT_FULL,
  FIT_IMPROVED,
  FIT_MOST,
  FIT_PARAMETER_OF,
  FIT_PARAMETERS,
  FIT_RATE,
  FIT_ROOM,
  FIT_ROWS,
  FIT_SCALE_COUNT,
  FIT_SCALE_LEAST,
  FIT_SCALE_MOST,
  FIT_SCALE_RATE,
  FIT_SCALES,
  FIT_SLOPES,
  FIT_STEPS,
  FIT_STOPPED,
  FIT_WEIGHTS,
  FIT_WIDTH,
} from "../src/engine/memory/layout";
import { expOfPair } from "./exp";
import { chargeOf } from "./fit-charge";
import { crossProduct, sumDifferences, sumSquares, transformRows } from "./fit-gradient";
import { fillSimilarities, fillSlopes, packRows, scoreItems } from "./fit-score";
import { ln } from "./ln";

const FIRST_DECAY: f64 = 0.9;
const SECOND_DECAY: f64 = 0.999;
const MIN_LENGTH: f64 = 1e-8;
const LN2_SQUARED: f64 = 0.6931471805599453 * 0.6931471805599453;

/** Fits; what comes out is written to the fit. */
export function fitMetric(fit: usize): void {
  const count = load<u32>(fit, FIT_PARAMETERS) as usize;
  const bytes = (count + 2) << 3;
  const parameters = load<usize>(fit, FIT_ROOM);
  memory.fill(parameters, 0, 5 * bytes);
  packRows(fit);
  measure(fit, parameters);
  store<f64>(parameters + (count << 3), ln(startScale(fit)));
  ascend(fit, count, parameters, bytes);
  measure(fit, parameters);
  const scale = expOf(load<f64>(parameters + (count << 3)));
  fillSimilarities(fit, scale);
  scoreItems(fit);
  store<f64>(fit, chargeOf(fit, parameters, scale, parameters + bytes), FIT_CHARGE);
}

/** Adam's ascent; the room holds the parameters, the next ones, the slope and both moments. */
// @ts-ignore: decorator
@inline
function ascend(fit: usize, count: usize, parameters: usize, bytes: usize): void {
  const next = parameters + bytes;
  const slope = next + bytes;
  const first = slope + bytes;
  const second = first + bytes;
  const floors = load<usize>(fit, FIT_FLOORS);
  const steps = load<u32>(fit, FIT_STEPS);
  let value = objective(fit, parameters, slope);
  const atStart = value;
  let stopped = false;
  let firstLeft: f64 = 1;
  let secondLeft: f64 = 1;
  for (let step: u32 = 0; step < steps; step++) {
    if (!isFinite(value) || !allFinite(slope, count + 1)) {
      stopped = true;
      break;
    }
    firstLeft *= FIRST_DECAY;
    secondLeft *= SECOND_DECAY;
    for (let p: usize = 0; p <= count; p++) {
      const at = p << 3;
      const rise = load<f64>(slope + at);
      const one = FIRST_DECAY * load<f64>(first + at) + (1 - FIRST_DECAY) * rise;
      const two = SECOND_DECAY * load<f64>(second + at) + (1 - SECOND_DECAY) * (rise * rise);
      store<f64>(first + at, one);
      store<f64>(second + at, two);
      const length = sqrt<f64>(two / (1 - secondLeft)) + MIN_LENGTH;
      const ofScale = p === count;
      const rate = load<f64>(fit + (ofScale ? FIT_SCALE_RATE : FIT_RATE));
      const moved = load<f64>(parameters + at) + (rate * (one / (1 - firstLeft))) / length;
      const least = ofScale ? load<f64>(fit, FIT_SCALE_LEAST) : load<f64>(floors + at);
      const most = load<f64>(fit + (ofScale ? FIT_SCALE_MOST : FIT_MOST));
      store<f64>(next + at, min<f64>(most, max<f64>(least, moved)));
    }
    const reached = objective(fit, next, slope);
    if (!isFinite(reached)) {
      stopped = true;
      break;
    }
    memory.copy(parameters, next, (count + 1) << 3);
    value = reached;
  }
  store<f64>(fit, stopped ? 1 : 0, FIT_STOPPED);
  store<f64>(fit, value > atStart ? 1 : 0, FIT_IMPROVED);
}

// @ts-ignore: decorator
@inline
function allFinite(at: usize, count: usize): bool {
  for (let end = at + (count << 3); at < end; at += 8) if (!isFinite(load<f64>(at))) return false;
  return true;
}

/** L and its gradient; the last parameter is s. */
function objective(fit: usize, parameters: usize, slope: usize): f64 {
  const count = load<u32>(fit, FIT_PARAMETERS) as usize;
  const width = load<f64>(fit, FIT_WIDTH);
  const s = load<f64>(parameters + (count << 3));
  const scale = expOf(s);
  measure(fit, parameters);
  fillSimilarities(fit, scale);
  const score = scoreItems(fit);
  const rise = slopesOfAll(fit, scale);
  if (load<u32>(fit, FIT_FULL) !== 0) {
    sumDifferences(fit);
    crossProduct(fit, slope);
  } else gradientOfWeights(fit, count, slope);
  let squares: f64 = 0;
  for (let at: usize = 0; at < count << 3; at += 8) {
    const theta = load<f64>(parameters + at);
    store<f64>(slope + at, load<f64>(slope + at) - theta / width / width);
    squares += theta * theta;
  }
  store<f64>(slope + (count << 3), rise - s / LN2_SQUARED);
  return score - squares / width / width / 2 - (s * s) / LN2_SQUARED / 2;
}

/** Makes distances be measured by these parameters. */
function measure(fit: usize, parameters: usize): void {
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const weights = load<usize>(fit, FIT_WEIGHTS);
  if (load<u32>(fit, FIT_FULL) !== 0) {
    for (let d: usize = 0; d < cols; d++) store<f64>(weights + (d << 3), 1);
    transformRows(fit, parameters);
    packRows(fit);
  } else {
    const parameterOf = load<usize>(fit, FIT_PARAMETER_OF);
    for (let d: usize = 0; d < cols; d++) {
      const theta = load<f64>(parameters + ((load<u32>(parameterOf + (d << 2)) as usize) << 3));
      store<f64>(weights + (d << 3), expOf(theta));
    }
  }
}

/** The scale of the bank, at most 1, with the best score at theta = 0; the first of equal ones. */
// @ts-ignore: decorator
@inline
function startScale(fit: usize): f64 {
  const scales = load<usize>(fit, FIT_SCALES);
  const count = load<u32>(fit, FIT_SCALE_COUNT) as usize;
  let best: f64 = 1;
  let most: f64 = -Infinity;
  for (let k: usize = 0; k < count; k++) {
    const scale = load<f64>(scales + (k << 4));
    fillSimilarities(fit, scale);
    const score = scoreItems(fit) - load<f64>(scales + (k << 4), 8);
    if (score > most) {
      most = score;
      best = scale;
    }
  }
  return min<f64>(1, best);
}

/** Fills the slopes of F in D_theta; returns the sum over pairs of the slope in D times D. */
// @ts-ignore: decorator
@inline
function slopesOfAll(fit: usize, scale: f64): f64 {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const step = ((rows + 7) & ~7) << 3;
  const full = load<u32>(fit, FIT_FULL) !== 0;
  const times = f64x2.splat(scale);
  let rise: f64 = 0;
  for (let i: usize = 0; i < rows; i++) {
    const slopes = load<usize>(fit, FIT_SLOPES) + i * step;
    const distances = load<usize>(fit, FIT_DISTANCES) + i * step;
    const to = full ? rows : i;
    fillSlopes(fit, i, to, false, slopes);
    for (let j: usize = 0; j < i << 3; j += 8) rise += load<f64>(slopes + j) * load<f64>(distances + j);
    for (let j: usize = 0; j < to << 3; j += 16) v128.store(slopes + j, f64x2.mul(v128.load(slopes + j), times));
  }
  return rise;
}

// @ts-ignore: decorator
@inline
function gradientOfWeights(fit: usize, count: usize, slope: usize): void {
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const weights = load<usize>(fit, FIT_WEIGHTS);
  const columns = weights + (((cols + 1) & ~1) << 3);
  const parameterOf = load<usize>(fit, FIT_PARAMETER_OF);
  sumSquares(fit, columns);
  memory.fill(slope, 0, count << 3);
  for (let d: usize = 0; d < cols; d++) {
    const at = slope + ((load<u32>(parameterOf + (d << 2)) as usize) << 3);
    store<f64>(at, load<f64>(at) + load<f64>(weights + (d << 3)) * load<f64>(columns + (d << 3)));
  }
}

/** e^x, for x so small in size that powers of two stay in range. */
// @ts-ignore: decorator
@inline
function expOf(x: f64): f64 {
  return f64x2.extract_lane(expOfPair(f64x2.splat(x)), 0);
}
