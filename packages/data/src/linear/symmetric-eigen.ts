// Eigenvalues and eigenvectors of a small symmetric matrix by the cyclic Jacobi method (Golub and Van Loan, Matrix
// Computations, 8.5): rotations until nothing is left beside the diagonal. No trigonometric function is needed, so the
// bits are the same in every runtime.
import type { Matrix } from "@xpal/core";

const MAX_SWEEPS = 60;

/** Eigenvalues in descending order, and the eigenvector of each as a row. */
export function symmetricEigen(symmetric: Matrix): { values: Float64Array; vectors: Matrix } {
  const n = symmetric.rows;
  const a = Float64Array.from(symmetric.data);
  const v = new Float64Array(n * n); // row i: the i-th eigenvector
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS && besideDiagonal(a, n) > 0; sweep++) {
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j * n + j] - a[i * n + i] || i - j);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    vectors.set(v.subarray(from * n, (from + 1) * n), to * n);
  });
  return { values: Float64Array.from(order, (i) => a[i * n + i]), vectors: { rows: n, cols: n, data: vectors } };
}

/** The sum of squares beside the diagonal; 0 once it is negligible. */
function besideDiagonal(a: Float64Array, n: number): number {
  let beside = 0;
  let diagonal = 0;
  for (let i = 0; i < n; i++) {
    diagonal += a[i * n + i] * a[i * n + i];
    for (let j = i + 1; j < n; j++) beside += a[i * n + j] * a[i * n + j];
  }
  return beside > 1e-26 * diagonal ? beside : 0;
}

/** Zeroes the entry (p, q) by a rotation in the plane of both axes. */
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [kp, kq] = [a[k * n + p], a[k * n + q]];
    a[k * n + p] = c * kp - s * kq;
    a[k * n + q] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const [pk, qk] = [a[p * n + k], a[q * n + k]];
    a[p * n + k] = c * pk - s * qk;
    a[q * n + k] = s * pk + c * qk;
    const [vp, vq] = [v[p * n + k], v[q * n + k]];
    v[p * n + k] = c * vp - s * vq;
    v[q * n + k] = s * vp + c * vq;
  }
}
