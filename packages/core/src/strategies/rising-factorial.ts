/** x (x + 1) ... (x + n - 1): what the gamma functions of a Dirichlet distribution come to, n labels later. */
export function risingFactorial(x: number, n: number): number {
  let value = 1;
  for (let i = 0; i < n; i++) value *= x + i;
  return value;
}

/** 1 * 2 * ... * n. */
export function factorial(n: number): number {
  return risingFactorial(1, n);
}
