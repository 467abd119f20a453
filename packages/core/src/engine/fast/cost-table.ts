// A table of costs in the kernel's memory, with what decisions under it need (packages/core/wasm/cost-decided.ts).
import { expectedCosts } from "../../classifier/decide.ts";
import type { Matrix } from "../../matrix.ts";
import type { Arena } from "../memory/arena.ts";
import {
  COST_HEAD_BYTES,
  COST_JUMP,
  COST_MOST,
  COST_POINT_HEAD_BYTES,
  COST_ROUNDING,
  COST_ZONE_BYTES,
  COST_ZONES_HEAD_BYTES,
} from "../memory/layout.ts";

/** Half the distance between 1 and the next double. */
const UNIT = 2 ** -53;

/** A table of costs in memory. */
export class CostTable {
  /** Where it lies. */
  readonly at: number;
  readonly #arena: Arena;
  readonly #classCount: number;
  #known: Matrix | undefined;

  constructor(arena: Arena, classCount: number) {
    const even = Math.ceil(classCount / 2) * 2;
    this.#arena = arena;
    this.#classCount = classCount;
    this.at = arena.allocate(COST_HEAD_BYTES + classCount * even * 8 * (2 + 3 * classCount));
  }

  /** Writes how far the priors' costs of two decisions lie apart, where a decision can be open. */
  writeJump(loss: Matrix, alpha: Float64Array): void {
    const costs = expectedCosts(alpha, loss);
    this.#arena.doubles(this.at + COST_JUMP, 1)[0] = (Math.max(...costs) - Math.min(...costs)) * (1 + 2 ** -40);
  }

  /** Writes a table; returns its largest cost. */
  write(loss: Matrix): number {
    const most = loss.data.reduce((largest, cost) => Math.max(largest, cost), 0);
    if (loss === this.#known) return most;
    const classes = this.#classCount;
    const even = Math.ceil(classes / 2) * 2;
    const cost = (y: number, decided: number) => loss.data[y * classes + decided];
    const rounding = costRounding(classes, most);
    const head = this.#arena.doubles(this.at, COST_HEAD_BYTES / 8);
    head[COST_MOST / 8] = most;
    head[COST_ROUNDING / 8] = rounding;
    const numbers = this.#arena.doubles(this.at + COST_HEAD_BYTES, classes * even * (2 + 3 * classes));
    numbers.fill(0);
    for (let y = 0; y < classes; y++) {
      for (let d = 0; d < classes; d++) numbers[y * even + d] = cost(y, d);
    }
    for (let h = 0; h < classes; h++) {
      for (let d = 0; d < classes; d++) {
        let steepest = 0;
        for (let y = 0; y < classes; y++) steepest = Math.max(steepest, cost(y, h) - cost(y, d));
        numbers[(classes + h) * even + d] = (1 - 2 ** -40) / (steepest + rounding);
      }
    }
    const size = classes * classes * even;
    const [rising, falling, never] = [0, 1, 2].map((table) => 2 * classes * even + table * size);
    for (let y = 0; y < classes; y++) {
      for (let d = 0; d < classes; d++) {
        for (let other = 0; other < even; other++) {
          const at = (y * classes + d) * even + other;
          numbers[never + at] = Infinity;
          if (other === d || other >= classes) continue;
          const rise = cost(y, other) - cost(y, d); // how much dearer the other becomes per unit of w
          if (rise > 2 * rounding) numbers[rising + at] = 1 / (rise - rounding);
          else {
            numbers[falling + at] = 1 / (Math.max(0, -rise) + rounding);
            numbers[never + at] = 0;
          }
        }
      }
    }
    this.#known = loss;
    return most;
  }
}

/**
 * By how much costs that are compared can be off, per unit of frequency. Each of two is a sum of at most C + 1 terms, rounded as
 * often on either side, and so are the frequencies before; the rest is for the operations that position the zones.
 */
function costRounding(classCount: number, most: number): number {
  return (4 * classCount + 24) * UNIT * most;
}

/** Bytes for what is known of one point. */
export function costPointBytes(classCount: number): number {
  const even = Math.ceil(classCount / 2) * 2;
  return COST_POINT_HEAD_BYTES + even * 24 + (even / 2) * (COST_ZONES_HEAD_BYTES + classCount * COST_ZONE_BYTES);
}

/**
 * How far a fast score under costs can be from the definition's. A live term lies within the largest cost; it is rounded
 * at most 2 C + 5 times in the definition and 3 C + 9 times here, and is live at a share of the points. Adding n of them
 * costs both sides n u, and the chances of the labels 3 C + 10 roundings each.
 */
export function costErrorBound(classCount: number, pointCount: number, live: number, most: number): number {
  return UNIT * 1.01 * most * live * (6 * classCount + 24 + 2 * pointCount + 6 * classCount + 20);
}
