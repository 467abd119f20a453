// The product of two float32 matrices, four rows and eight columns at a time. AssemblyScript; scripts/build-wasm.mjs
// compiles it. Sums run over k in ascending order without fused operations, so every machine gives the same bits.

/**
 * out = a b + bias, or the positive part of it.
 * @param a rows x depth, row after row; rows is a multiple of 4.
 * @param b depth x columns in panels of 8 columns, each panel row after row; columns is a multiple of 8.
 */
export function multiply(
  a: usize,
  b: usize,
  bias: usize,
  out: usize,
  rows: usize,
  depth: usize,
  columns: usize,
  positive: bool,
): void {
  const aStep = depth << 2;
  const outStep = columns << 2;
  const zero = f32x4.splat(0);
  for (let column: usize = 0; column < columns; column += 8) {
    const panel = b + column * aStep;
    const bias0 = v128.load(bias + (column << 2));
    const bias1 = v128.load(bias + (column << 2), 16);
    for (let row: usize = 0; row < rows; row += 4) {
      const a0 = a + row * aStep;
      const a1 = a0 + aStep;
      const a2 = a1 + aStep;
      const a3 = a2 + aStep;
      let s00 = bias0;
      let s01 = bias1;
      let s10 = bias0;
      let s11 = bias1;
      let s20 = bias0;
      let s21 = bias1;
      let s30 = bias0;
      let s31 = bias1;
      for (let k: usize = 0, p = panel; k < aStep; k += 4, p += 32) {
        const b0 = v128.load(p);
        const b1 = v128.load(p, 16);
        const x0 = v128.load_splat<f32>(a0 + k);
        s00 = f32x4.add(s00, f32x4.mul(x0, b0));
        s01 = f32x4.add(s01, f32x4.mul(x0, b1));
        const x1 = v128.load_splat<f32>(a1 + k);
        s10 = f32x4.add(s10, f32x4.mul(x1, b0));
        s11 = f32x4.add(s11, f32x4.mul(x1, b1));
        const x2 = v128.load_splat<f32>(a2 + k);
        s20 = f32x4.add(s20, f32x4.mul(x2, b0));
        s21 = f32x4.add(s21, f32x4.mul(x2, b1));
        const x3 = v128.load_splat<f32>(a3 + k);
        s30 = f32x4.add(s30, f32x4.mul(x3, b0));
        s31 = f32x4.add(s31, f32x4.mul(x3, b1));
      }
      if (positive) {
        s00 = f32x4.max(s00, zero);
        s01 = f32x4.max(s01, zero);
        s10 = f32x4.max(s10, zero);
        s11 = f32x4.max(s11, zero);
        s20 = f32x4.max(s20, zero);
        s21 = f32x4.max(s21, zero);
        s30 = f32x4.max(s30, zero);
        s31 = f32x4.max(s31, zero);
      }
      const to = out + row * outStep + (column << 2);
      v128.store(to, s00);
      v128.store(to, s01, 16);
      v128.store(to + outStep, s10);
      v128.store(to + outStep, s11, 16);
      v128.store(to + 2 * outStep, s20);
      v128.store(to + 2 * outStep, s21, 16);
      v128.store(to + 3 * outStep, s30);
      v128.store(to + 3 * outStep, s31, 16);
    }
  }
}
