// The weights of all members of all groups: the softmax of their scores, without groups that hold too small a share.
import { exp } from "../exp.ts";
import { ln } from "../ln.ts";

/** Members with a smaller share of the weight are left out: they change nothing that shows, but cost as much as others. */
const MIN_WEIGHT = 1e-3;

/** Weights of each group's members, and the evidence of each group and of all. */
export interface GroupWeights {
  readonly weights: readonly Float64Array[];
  readonly evidences: readonly number[];
  readonly evidence: number;
}

/**
 * The softmax of all scores; groups that hold less than `leastShare` of it are left out, then members that hold next to
 * nothing of the rest, and what remains is scaled to sum to 1.
 */
export function groupWeights(scores: readonly Float64Array[], leastShare: number): GroupWeights {
  const most = Math.max(...scores.map((own) => Math.max(...own)));
  const raw = scores.map((own) => own.map((score) => exp(score - most)));
  const sums = raw.map(sumOf);
  const total = sums.reduce((sum, part) => sum + part, 0);
  const largest = Math.max(...sums);
  const used = sums.map((sum) => sum === largest || sum >= leastShare * total);
  const kept = sums.reduce((sum, part, g) => (used[g] ? sum + part : sum), 0);
  const members = raw.map((own, g) => own.map((weight) => (used[g] && weight >= MIN_WEIGHT * kept ? weight : 0)));
  const whole = members.reduce((sum, own) => sum + sumOf(own), 0);
  return {
    weights: members.map((own) => own.map((weight) => weight / whole)),
    evidences: sums.map((sum) => most + ln(sum)),
    evidence: most + ln(total),
  };
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
