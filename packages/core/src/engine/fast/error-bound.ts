// How far the sums of the fast gain can be from the definition's.

/** Half the distance between 1 and the next double. */
const UNIT = 2 ** -53;

/**
 * How far a fast score can be from the definition's, as a function of the score; u is the unit roundoff, C the number
 * of classes. A live term has an error of at most (C + 4) u in the definition, whose two probabilities are rounded
 * C + 3 times, and of (C + 8) u here, one more with weights; terms lie in [-1, 1], and only live points have any.
 * Adding n of them costs both sides n u of their sum, and the chances of the labels 3 C + 10 roundings each. With equal
 * priors no term is below 0 by more than rounding, so that their sum is the score; else it is at most the live share.
 */
export function errorBound(
  classCount: number,
  pointCount: number,
  live: number,
  uniform: boolean,
): (score: number) => number {
  const perTerm = (2 * classCount + 14) * live;
  const perSum = 2 * pointCount + 6 * classCount + 20;
  return (score) => UNIT * 1.01 * (perTerm + perSum * (uniform ? Math.abs(score) + 4 * perTerm * UNIT : live));
}
