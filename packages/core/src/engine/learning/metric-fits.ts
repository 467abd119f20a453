// The fast twin of fits (src/kernels/learning/fit-problem.ts): each is one call of the kernel, so that threads share them,
// with the definition's bits. Where memory has no room, the definition is used instead.
import { type FitOutcome, type FitProblem, type Fitter, fitAsDefined } from "../../kernels/learning/fit-problem.ts";
import { centred } from "../../kernels/learning/full-metric.ts";
import { boundsOf, costOfScale, SCALE_BOUNDS, SCALE_RATE } from "../../kernels/learning/metric-fit.ts";
import type { Matrix } from "../../matrix.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { GrowingBuffer } from "../memory/growing-buffer.ts";
import {
  FIT_BYTES,
  FIT_CHARGE,
  FIT_IMPROVED,
  FIT_ROOM,
  FIT_SHARE_WEIGHT,
  FIT_STOPPED,
  FIT_X,
} from "../memory/layout.ts";

/** Solves problems in the memory of a state. */
export function metricFits({ arena, call }: WasmState): Fitter {
  const buffer = new GrowingBuffer(arena);
  return (problems) => {
    if (problems.length === 0) return [];
    const sizes = problems.map(sizesOf);
    const bytes = sizes.reduce((sum, { total }) => sum + total, 0);
    if (!arena.fits(bytes)) return fitAsDefined(problems);
    let next = buffer.atLeast(bytes);
    const fits = problems.map((problem, p) => {
      const at = next;
      next += sizes[p].total;
      write(new DataView(arena.memory.buffer, at, sizes[p].total), at, problem, sizes[p]);
      return at;
    });
    for (const fit of fits) call("fitMetric", { fit });
    return problems.map((problem, p) => read(arena.memory.buffer, fits[p], problem, sizes[p]));
  };
}

/** Lengths in doubles of what lies behind a fit's head, in the order of the layout's addresses. */
interface Sizes {
  readonly parameters: number;
  readonly columns: number;
  readonly classes: number;
  readonly items: number;
  readonly lengths: readonly number[];
  readonly total: number;
}

function sizesOf({ full, rows: { rows, cols }, parameterOf, answers, options }: FitProblem): Sizes {
  const columns = even(cols);
  const classes = even(answers.classCount);
  const items = Math.ceil(rows / 8) * 8;
  const parameters = full ? cols * columns : 1 + parameterOf.reduce((most, parameter) => Math.max(most, parameter), 0);
  const lengths = [
    items * columns, // x
    full ? items * columns : 0, // z
    items * columns, // packs
    2 * columns, // weights, and a sum per column
    even(cols), // parameter of each column: a word each
    items * classes, // counts
    answers.classCount * items, // counts by class
    classes, // shares
    ...[items * items, items * items, items * items], // distances, similarities, slopes
    ...[items * classes, items * classes, answers.classCount * items], // frequencies, e, e by class
    items * columns, // differences
    5 * (parameters + 2), // room
    items * parameters, // gradients
    (rows + 1) * (rows + 8), // matrix
    2 * options.scales.length,
    parameters, // the least value of each
  ].map(even);
  const total = FIT_BYTES + 8 * lengths.reduce((sum, length) => sum + length, 0);
  return { parameters, columns, classes, items, lengths, total: Math.ceil(total / 64) * 64 };
}

function even(length: number): number {
  return Math.ceil(length / 2) * 2;
}

function write(view: DataView, at: number, problem: FitProblem, sizes: Sizes): void {
  const { full, rows: given, parameterOf, answers, options } = problem;
  const { columns, classes, items, lengths } = sizes;
  const words = [given.rows, given.cols, answers.classCount, sizes.parameters, full ? 1 : 0, options.steps];
  [...words, options.scales.length].forEach((word, w) => {
    view.setUint32(4 * w, word, true);
  });
  const places: number[] = [];
  let next = FIT_BYTES;
  for (const length of lengths) {
    places.push(next);
    next += 8 * length;
  }
  if (!full) places[1] = places[0]; // z is x itself
  const [x, , , , parameters, counts, countsByClass, shares] = places;
  places.forEach((place, p) => {
    view.setUint32(FIT_X + 4 * p, at + place, true);
  });
  const doubles = (place: number, length: number) => new Float64Array(view.buffer, at + place, length);
  writeRows(full ? centred(given) : given, columns, doubles(x, items * columns));
  new Uint32Array(view.buffer, at + parameters, given.cols).set(parameterOf);
  const rows = { rows: answers.count, cols: answers.classCount, data: answers.counts };
  writeRows(rows, classes, doubles(counts, items * classes));
  const byClass = doubles(countsByClass, answers.classCount * items).fill(0);
  answers.counts.forEach((count, c) => {
    byClass[(c % answers.classCount) * items + Math.floor(c / answers.classCount)] = count;
  });
  doubles(shares, classes).set(answers.shares);
  const { scales, scaleWidth } = options;
  const [scalesAt, floorsAt] = places.slice(-2);
  doubles(scalesAt, 2 * scales.length).set(scales.flatMap((scale) => [scale, costOfScale(scale, scaleWidth)]));
  const floors = doubles(floorsAt, sizes.parameters).fill(options.bounds[0]);
  for (const parameter of options.pinned) {
    const { cols } = given;
    const at = full ? Math.floor(parameter / cols) * columns + (parameter % cols) : parameter;
    [floors[at]] = boundsOf(parameter, options);
  }
  const [, most] = options.bounds;
  const numbers = [answers.shareWeight, options.width, options.rate, most, SCALE_RATE, ...SCALE_BOUNDS];
  doubles(FIT_SHARE_WEIGHT, numbers.length).set(numbers);
}

/** Rows with padding of zeros. */
function writeRows({ rows, cols, data }: Matrix, padded: number, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < rows; i++) out.set(data.subarray(i * cols, (i + 1) * cols), i * padded);
}

function read(buffer: ArrayBuffer, at: number, { full, rows: { cols } }: FitProblem, sizes: Sizes): FitOutcome {
  const view = new DataView(buffer, at, sizes.total);
  const room = view.getUint32(FIT_ROOM, true);
  const found = new Float64Array(buffer, room, sizes.parameters + 1);
  const theta = full
    ? Float64Array.from({ length: cols * cols }, (_, p) => found[Math.floor(p / cols) * sizes.columns + (p % cols)])
    : found.slice(0, -1);
  return {
    theta,
    logScale: found[sizes.parameters],
    stopped: view.getFloat64(FIT_STOPPED, true) === 1,
    improved: view.getFloat64(FIT_IMPROVED, true) === 1,
    charge: view.getFloat64(FIT_CHARGE, true),
  };
}
