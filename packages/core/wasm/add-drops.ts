// What two items get from one point: the drop in risk of each label, added to their sums.

/**
 * Adds share * max(0, w - gap) for every class to the sums of items `a` and `b`; rows of sums are of an even number of
 * doubles. The first classes are in registers, as most pools have few.
 */
// @ts-ignore: decorator
@inline
export function addDrops(sums: usize, a: usize, b: usize, classCount: usize, rowBytes: usize, gaps: usize, gap0: v128, gap1: v128, w0: v128, w1: v128, share0: v128, share1: v128): void {
  if (classCount <= 2) {
    addPart(sums + (a << 4), gap0, w0, share0);
    addPart(sums + (b << 4), gap0, w1, share1);
  } else if (classCount <= 4) {
    addPart(sums + (a << 5), gap0, w0, share0);
    addPart(sums + (a << 5) + 16, gap1, w0, share0);
    addPart(sums + (b << 5), gap0, w1, share1);
    addPart(sums + (b << 5) + 16, gap1, w1, share1);
  } else {
    for (let y: usize = 0; y < rowBytes; y += 16) {
      const gap = v128.load(gaps + y);
      addPart(sums + a * rowBytes + y, gap, w0, share0);
      addPart(sums + b * rowBytes + y, gap, w1, share1);
    }
  }
}

// @ts-ignore: decorator
@inline
function addPart(out: usize, gap: v128, w: v128, share: v128): void {
  const drop = f64x2.mul(share, f64x2.pmax(f64x2.splat(0), f64x2.sub(w, gap)));
  v128.store(out, f64x2.add(v128.load(out), drop));
}
