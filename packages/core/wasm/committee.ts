// Similarities that look at some columns only, for the members of a committee (src/strategies/qbc.ts), summed in the
// member's order of columns.
import { KIND_HAMMING, PART_COLUMNS, PART_FACTOR, PART_KIND, PART_PACKS, RELATION_HEAD_BYTES } from "../src/engine/memory/layout";
import { expInPlace } from "./exp";

/**
 * The values of a kernel of one part, RBF or Hamming, on the listed columns: the items from `from` on, `count` of them
 * (both multiples of eight), compared with each of the listed items, one row after another.
 */
export function fillColumns(relation: usize, columns: usize, columnCount: i32, items: usize, itemCount: i32, from: i32, count: i32, out: usize): void {
  const part = relation + RELATION_HEAD_BYTES;
  const kind = load<u32>(part, PART_KIND);
  const packBytes = (load<u32>(part, PART_COLUMNS) as usize) << 6;
  const packs = load<usize>(part, PART_PACKS);
  const first = packs + ((from as usize) >> 3) * packBytes;
  let row = out;
  for (const end = items + ((itemCount as usize) << 2); items < end; items += 4) {
    const item = load<u32>(items);
    const own = packs + ((item as usize) >> 3) * packBytes + (((item & 7) as usize) << 3);
    if (kind === KIND_HAMMING) differingShares(first, packBytes, own, columns, columnCount, count, row);
    else squaredDistances(first, packBytes, own, columns, columnCount, count, row);
    row += (count as usize) << 3;
  }
  expInPlace(out, itemCount * count, load<f64>(part, PART_FACTOR));
}

function squaredDistances(packs: usize, packBytes: usize, own: usize, columns: usize, columnCount: i32, count: i32, out: usize): void {
  const end = columns + ((columnCount as usize) << 2);
  for (let i = 0; i < count; i += 8) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at = columns; at < end; at += 4) {
      const offset = (load<u32>(at) as usize) << 6;
      const x = v128.load_splat<f64>(own + offset);
      const d0 = f64x2.sub(v128.load(packs + offset), x);
      const d1 = f64x2.sub(v128.load(packs + offset, 16), x);
      const d2 = f64x2.sub(v128.load(packs + offset, 32), x);
      const d3 = f64x2.sub(v128.load(packs + offset, 48), x);
      s0 = f64x2.add(s0, f64x2.mul(d0, d0));
      s1 = f64x2.add(s1, f64x2.mul(d1, d1));
      s2 = f64x2.add(s2, f64x2.mul(d2, d2));
      s3 = f64x2.add(s3, f64x2.mul(d3, d3));
    }
    v128.store(out, s0);
    v128.store(out, s1, 16);
    v128.store(out, s2, 32);
    v128.store(out, s3, 48);
    packs += packBytes;
    out += 64;
  }
}

function differingShares(packs: usize, packBytes: usize, own: usize, columns: usize, columnCount: i32, count: i32, out: usize): void {
  const one = f64x2.splat(1);
  const all = f64x2.splat(columnCount as f64);
  const end = columns + ((columnCount as usize) << 2);
  for (let i = 0; i < count; i += 2) {
    let sum = f64x2.splat(0);
    for (let at = columns; at < end; at += 4) {
      const offset = (load<u32>(at) as usize) << 6;
      const differs = f64x2.ne(v128.load(packs + offset + (((i & 7) as usize) << 3)), v128.load_splat<f64>(own + offset));
      sum = f64x2.add(sum, v128.and(one, differs));
    }
    v128.store(out, f64x2.div(sum, all));
    out += 16;
    if ((i & 7) === 6) packs += packBytes;
  }
}
