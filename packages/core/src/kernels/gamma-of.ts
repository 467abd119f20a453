/** The RBF coefficient of a bandwidth, 1 / (2 s^2) [1, Sec. 5.2]; the only place where the one becomes the other. */
export function gammaOf(bandwidth: number): number {
  return 1 / (2 * bandwidth * bandwidth);
}
