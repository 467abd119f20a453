// The gain under a sum of mixtures and a table of costs: group-gain.ts with the zones of cost-decided.ts. Rows hold 32-bit
// numbers, so near the edge of a zone it is open which decision follows; what that can change is added up per item.
import {
  BOOK_ALPHA,
  BOOK_CLASSES,
  BOOK_FREQ,
  BOOK_ITEMS,
  BOOK_STRIDE,
  BOOK_WEIGHTS,
  COST_JUMP,
  COST_MOST,
  COST_POINT_SUM as SUM,
  ROW_WHOLE,
  SUM_GOOD,
  SUM_GROUP_COUNT,
  SUM_GROUPS,
  SUM_KEPT,
} from "../src/engine/memory/layout";
import { addByCost, describeByCost, even, leastByCost, widening } from "./cost-decided";
import { fillGroupRow } from "./group-rows";

/** No mixture exceeds 1 by more than rounding. */
const MOST: f64 = 1.000001;
/** See group-gain.ts. */
const ROUNDING: f64 = 2e-6;

/** Below this a 32-bit number may have lost what it stands for: any decision that so little can change is open. */
const TINY: f64 = 1e-30;

/** The sums over the points from `from` up to `to`; see `scoreGroups`. `open`: a number per item, what is open there. */
export function scoreGroupsByCost(
  book: usize,
  costs: usize,
  from: i32,
  to: i32,
  sums: usize,
  open: usize,
  info: usize,
  row: usize,
  scratch: usize,
  narrow: usize,
): f64 {
  const groups = load<usize>(book, SUM_GROUPS);
  const groupCount = load<u32>(book, SUM_GROUP_COUNT) as usize;
  const items = load<u32>(book, BOOK_ITEMS) as i32;
  const kept = load<usize>(book, SUM_KEPT);
  const good = load<usize>(book, SUM_GOOD);
  const rowBytes = (((items + 7) & ~7) as usize) << 2;
  let off: f64 = 0;
  for (let x = from; x < to; x++) {
    if (!canChangeByCost(book, costs, x, info)) continue;
    let values = narrow + rowBytes;
    if (kept === 0) fillGroupRow(groups, groupCount, x, items, row, scratch, narrow, values);
    else {
      values = kept + (x as usize) * rowBytes;
      if (load<u8>(good + (x as usize)) !== ROW_WHOLE) {
        fillGroupRow(groups, groupCount, x, items, row, scratch, narrow, values);
        store<u8>(good + (x as usize), ROW_WHOLE);
      }
    }
    off += scoreGroupRowByCost(book, costs, x, values, sums, open, info);
  }
  return off;
}

/** Whether a label of any item can change the decision at a point. */
export function canChangeByCost(book: usize, costs: usize, x: i32, info: usize): bool {
  const classCount = load<u32>(book, BOOK_CLASSES) as i32;
  return leastByCost(info, load<usize>(book, BOOK_FREQ), load<u32>(book, BOOK_STRIDE), x, classCount, costs) <= MOST;
}

/** The sums over one point from its row; returns how far they can be off, apart from what is open. */
export function scoreGroupRowByCost(book: usize, costs: usize, x: i32, values: usize, sums: usize, open: usize, info: usize): f64 {
  const classCount = load<u32>(book, BOOK_CLASSES) as i32;
  const classes = classCount as usize;
  const items = load<u32>(book, BOOK_ITEMS) as usize;
  const weights = load<usize>(book, BOOK_WEIGHTS);
  const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
  const least = leastByCost(info, load<usize>(book, BOOK_FREQ), load<u32>(book, BOOK_STRIDE), x, classCount, costs);
  const bound: f32 = least < TINY ? -1 : ((least - widening(least)) as f32);
  const rowBytes = even(classes) << 3;
  const jump = load<f64>(costs, COST_JUMP);
  describeByCost(info, classCount, load<usize>(book, BOOK_ALPHA), costs, true, 0);
  const total = load<f64>(info, SUM);
  const above = f32x4.splat(bound);
  for (let i: usize = 0; i < items; i += 4) {
    let mask = i32x4.bitmask(f32x4.ge(v128.load(values + (i << 2)), above));
    while (mask !== 0) {
      const c = i + (ctz(mask) as usize);
      mask &= mask - 1;
      if (c >= items) break;
      const w = load<f32>(values + (c << 2)) as f64;
      const share = weight / (total + w);
      if (w >= TINY && !addByCost(info, classes, costs, w, share, sums + c * rowBytes)) continue;
      const at = open + (c << 3);
      store<f64>(at, load<f64>(at) + jump * share);
    }
  }
  // A term changes by at most 2 M / (S + w) times the change of w, M being the largest cost, and by as much again where a
  // decision is open; the change of w over S + w is bounded as in group-gain.ts.
  return 4 * load<f64>(costs, COST_MOST) * weight * ROUNDING * (total < 1 ? 1 + lnAbove(1 / total) : 1 / total);
}

/** At least ln x, for x from 1 on. */
// @ts-ignore: decorator
@inline
function lnAbove(x: f64): f64 {
  return 0.6931471805599454 * (((reinterpret<u64>(x) >> 52) as f64) - 1022);
}
