// The score of one candidate under a table of costs in the definition's own order of operations
// (src/strategies/xgain.ts), hence its very bits. Points whose decision no label can change are passed over.
import {
  COST_HEAD_BYTES as HEAD,
  COST_POINT_DECIDED as DECIDED,
} from "../src/engine/memory/layout";
import { decidedAfter, even, frequenciesOf, leastByCost } from "./cost-decided";
import { fillPlaces } from "./exactly";

/** xgain of a candidate; see `gainExactly` in exactly.ts. */
export function costGainExactly(
  relation: usize,
  candidate: i32,
  places: usize,
  placeCount: i32,
  pointCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  itemFreq: usize,
  itemStride: i32,
  alpha: usize,
  beta: usize,
  costs: usize,
  weights: usize,
  row: usize,
  scratch: usize,
  chances: usize,
  info: usize,
): f64 {
  fillPlaces(relation, candidate, places, placeCount, pointCount, row, scratch);
  return costGainOfRow(candidate, places, placeCount, pointCount, classCount, freq, stride, itemFreq, itemStride, alpha, beta, costs, weights, row, chances, info);
}

/** The same from the candidate's similarities to the points. */
export function costGainOfRow(
  candidate: i32,
  places: usize,
  placeCount: i32,
  pointCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  itemFreq: usize,
  itemStride: i32,
  alpha: usize,
  beta: usize,
  costs: usize,
  weights: usize,
  row: usize,
  chances: usize,
  info: usize,
): f64 {
  const classes = classCount as usize;
  const table = costs + HEAD;
  const rowBytes = even(classes) << 3;
  let total: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const p = load<f64>(itemFreq + (y * (itemStride as usize) << 3) + ((candidate as usize) << 3)) + load<f64>(beta + (y << 3));
    total += p;
    store<f64>(chances + (y << 3), p);
  }
  const drops = chances + (classes << 3);
  memory.fill(drops, 0, classes << 3);
  for (let place: usize = 0; place < (placeCount as usize); place++) {
    const x = load<u32>(places + (place << 2)) as i32;
    const w = load<f64>(row + ((x as usize) << 3));
    if (w < leastByCost(info, freq, stride, x, classCount, costs)) continue;
    const before = load<u32>(info, DECIDED) as usize;
    const k = frequenciesOf(info);
    for (let yc: usize = 0; yc < classes; yc++) {
      const after = decidedAfter(info, classes, yc, w, table);
      if (after === before) continue;
      let sum: f64 = 0;
      for (let y: usize = 0; y < classes; y++) {
        const count = load<f64>(k + (y << 3));
        sum += (y === yc ? count + w : count) + load<f64>(alpha + (y << 3));
      }
      let drop: f64 = 0;
      for (let y: usize = 0; y < classes; y++) {
        const count = load<f64>(k + (y << 3));
        const p = ((y === yc ? count + w : count) + load<f64>(alpha + (y << 3))) / sum;
        const costsOfY = table + y * rowBytes;
        drop += p * (load<f64>(costsOfY + (before << 3)) - load<f64>(costsOfY + (after << 3)));
      }
      const out = drops + (yc << 3);
      store<f64>(out, load<f64>(out) + (weights === 0 ? drop : load<f64>(weights + ((x as usize) << 3)) * drop));
    }
  }
  let gain: f64 = 0;
  for (let yc: usize = 0; yc < classes; yc++) {
    const drop = load<f64>(drops + (yc << 3));
    gain += (load<f64>(chances + (yc << 3)) / total) * (weights === 0 ? drop / (pointCount as f64) : drop);
  }
  return gain;
}
