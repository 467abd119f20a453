// The columns in which a metric is learned: one dense matrix whose squared distances, times gamma, are the base kernel's
// D. For rbf these are the features themselves; for Hamming on 0/1 columns gamma / d times the squared distance is gamma
// times the share of columns that differ; for a product of such kernels the columns of all parts side by side.
import { type FeatureGroups, type Features, isGroups, isSparse } from "../../features.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import { gammaOf } from "../gamma-of.ts";
import type { Kernel } from "../kernel.ts";
import { type BandwidthKernel, rbf } from "../rbf.ts";
import { oneHotBlocks } from "./one-hot-blocks.ts";

/** Where a metric is learned. */
export interface MetricSpace {
  /** Compares the rows of this space as the base kernel compares the items. */
  readonly base: BandwidthKernel;
  /** The pool's items as they are given. */
  readonly given: Features;
  /** The pool's items in this space, and any others. */
  readonly pool: Matrix;
  see(features: Features): Matrix;
  /** The parameter of each column: columns that code one original column share one. */
  readonly parameterOf: Uint32Array;
  /** For a product: the part that each column belongs to. */
  readonly partOf?: Uint32Array;
}

/** Numbers larger than this, times the root of gamma, would leave the range of doubles on the way. */
const LARGEST = 1e100;

/** The space of a base kernel and a pool, or the reason in words why there is no space. */
export function metricSpace(base: Kernel, pool: Features): MetricSpace | string {
  const space = spaceOf(base, pool);
  if (typeof space === "string") return space;
  const root = Math.sqrt(gammaOf(space.base.bandwidth));
  const { data } = space.pool;
  for (let at = 0; at < data.length; at++) {
    if (!(Math.abs(data[at]) <= LARGEST && Math.abs(data[at]) * root <= LARGEST)) return "numbers are too large";
  }
  return space;
}

function spaceOf(base: Kernel, pool: Features): MetricSpace | string {
  if (base.toJSON().own === true) return `the kernel ${base.name} has no columns to weigh`;
  if (base.name === "product") return productSpace((base as Kernel & { parts: readonly Kernel[] }).parts, pool);
  if (isGroups(pool) || isSparse(pool) || (base.name !== "rbf" && base.name !== "hamming")) {
    return `the kernel ${base.name} has no columns to weigh`;
  }
  const { bandwidth } = base as BandwidthKernel;
  if (base.name === "rbf") {
    const parameterOf = Uint32Array.from({ length: pool.cols }, (_, d) => d);
    return { base: base as BandwidthKernel, given: pool, pool, see: (features) => features as Matrix, parameterOf };
  }
  if (!pool.data.every((value) => value === 0 || value === 1)) return "its categories are not coded as 0/1 columns";
  return {
    base: rbf({ bandwidth: bandwidth * Math.sqrt(pool.cols) }),
    given: pool,
    pool,
    see: (features) => features as Matrix,
    parameterOf: oneHotBlocks(pool),
  };
}

function productSpace(parts: readonly Kernel[], pool: Features): MetricSpace | string {
  const spaces: MetricSpace[] = [];
  for (const [g, part] of parts.entries()) {
    const space = spaceOf(part, (pool as FeatureGroups).groups[g]);
    if (typeof space === "string") return space;
    spaces.push(space);
  }
  const roots = spaces.map((space) => Math.sqrt(gammaOf(space.base.bandwidth)));
  const see = (features: Features): Matrix => {
    const seen = spaces.map((space, g) => space.see((features as FeatureGroups).groups[g]));
    return sideBySide(seen, roots);
  };
  let next = 0;
  const parameters = spaces.map(({ parameterOf }) => {
    const first = next;
    next += parameterOf.reduce((most, parameter) => Math.max(most, parameter + 1), 0);
    return Array.from(parameterOf, (parameter) => first + parameter);
  });
  const base = rbf({ bandwidth: Math.SQRT1_2 }); // gamma = 1: the columns carry their own
  const partOf = Uint32Array.from(parameters.flatMap((own, g) => own.map(() => g)));
  return { base, given: pool, pool: see(pool), see, parameterOf: Uint32Array.from(parameters.flat()), partOf };
}

/** The columns of several matrices in one, each multiplied by its matrix's factor. */
function sideBySide(parts: readonly Matrix[], factors: readonly number[]): Matrix {
  const cols = parts.reduce((sum, part) => sum + part.cols, 0);
  const joined = matrix(parts[0].rows, cols);
  let first = 0;
  parts.forEach((part, g) => {
    for (let i = 0; i < part.rows; i++) {
      for (let d = 0; d < part.cols; d++) {
        joined.data[i * cols + first + d] = factors[g] * part.data[i * part.cols + d];
      }
    }
    first += part.cols;
  });
  return joined;
}
