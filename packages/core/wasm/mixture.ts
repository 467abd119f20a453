// A mixture of the learned kernel (src/kernels/learning/mixture.ts) with its operations in its order, hence its very
// bits. A row of base distances is turned into similarities under each member of the bank, or under all of them mixed.
// A member is 24 bytes: its scale, its weight, and the number of its locality. Factors f^(-p/2) lie in one plane per
// locality; `own` holds those of the item with which the row compares.
import { MEMBER_BYTES, MEMBER_LOCALITY, MEMBER_WEIGHT } from "../src/engine/memory/layout";
import { expOfPair } from "./exp";

/** exp(-g * D_p) under each member, one plane of `count` numbers (even) after another. */
export function memberColumns(
  members: usize,
  memberCount: i32,
  distances: usize,
  count: i32,
  factors: usize,
  own: usize,
  out: usize,
): void {
  const planeBytes = (count as usize) << 3;
  for (let m = 0; m < memberCount; m++, out += planeBytes, members += MEMBER_BYTES) {
    const locality = load<u32>(members, MEMBER_LOCALITY) as usize;
    const scale = f64x2.splat(-load<f64>(members));
    const factor = v128.load_splat<f64>(own + (locality << 3));
    const plane = factors + locality * planeBytes;
    for (let at: usize = 0; at < planeBytes; at += 16) {
      const both = f64x2.mul(v128.load(plane + at), factor);
      v128.store(out + at, expOfPair(f64x2.mul(scale, f64x2.mul(v128.load(distances + at), both))));
    }
  }
}

/** The same mixed: the sum over the members of weight * exp(-g * D_p). */
export function mixRow(
  members: usize,
  memberCount: i32,
  distances: usize,
  count: i32,
  factors: usize,
  own: usize,
  out: usize,
): void {
  const planeBytes = (count as usize) << 3;
  memory.fill(out, 0, planeBytes);
  for (let m = 0; m < memberCount; m++, members += MEMBER_BYTES) {
    if (load<f64>(members, MEMBER_WEIGHT) === 0) continue;
    const locality = load<u32>(members, MEMBER_LOCALITY) as usize;
    const scale = f64x2.splat(-load<f64>(members));
    const weight = v128.load_splat<f64>(members, MEMBER_WEIGHT);
    const factor = v128.load_splat<f64>(own + (locality << 3));
    const plane = factors + locality * planeBytes;
    for (let at: usize = 0; at < planeBytes; at += 16) {
      const both = f64x2.mul(v128.load(plane + at), factor);
      const value = expOfPair(f64x2.mul(scale, f64x2.mul(v128.load(distances + at), both)));
      v128.store(out + at, f64x2.add(v128.load(out + at), f64x2.mul(weight, value)));
    }
  }
}
