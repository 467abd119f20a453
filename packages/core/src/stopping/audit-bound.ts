// An upper bound on the error that holds whenever one looks, from items drawn at random among the open ones and predicted
// before they were answered. Let e_i be the error of the model at the i-th audit. If every e_i is at least e, then
//   W(e) = sum_s w_s mean_c c^k ((1 - c e) / (1 - e))^(n - k),   n audits since start s, k of them wrong,
// is a mixture of products of likelihood ratios (error c e against e), so a supermartingale that begins at most at 1, and
// exceeds 1 / (1 - confidence) at any time with a probability of at most 1 - confidence (Ville 1939; Howard et al.,
// Annals of Statistics 49, 2021). Where the error does not rise with more labels, an error of now above e means that all
// e_i are above e. Later starts forget the audits of a model that was still bad, at the price of their weight.
// An audit may also be a loss x from 0 to 1, such as a cost divided by the largest one. Its factor lies on the line between
// those of a right and a wrong one, r (1 - x) + c x with r = (1 - c e) / (1 - e): that falls with x and is 1 on average
// where the mean loss is e, so W stays a supermartingale wherever the mean losses are at least e.
import { checkShare } from "../check.ts";
import { checkLosses } from "./stop-rule.ts";

/** Errors that are bet on, relative to e: almost none, few, half. */
const RATIOS = [0.02, 0.2, 0.5];
/** After how many audits a start lies; each has half the weight of the one before. */
const STARTS = [0, 10, 20, 40, 80, 160, 320];
const STEPS = 60;
/** More audits than this are counted as this many: nobody would make them. */
const MAX_TO_GO = 2 ** 30;

/**
 * The smallest error that the audits exclude with this confidence, at any time of looking; 1 where they exclude none.
 * @param audits In their order: 1 for an item that was predicted wrongly, 0 for a right one; or a loss in between, such as
 *   its cost as a share of the largest, and then the bound is of the mean loss.
 * @throws XpalError if an audit is not from 0 to 1, or the confidence is not between 0 and 1.
 * @example auditBound([], 0.95) // 1
 */
export function auditBound(audits: readonly number[], confidence: number): number {
  checkLosses("auditBound", "audits", audits);
  checkShare("auditBound", "confidence", confidence);
  const counts = countsOf(audits);
  const needed = -Math.log(1 - confidence);
  if (audits.length === 0) return 1;
  // W grows with e, so halving finds the one place where it reaches what is needed.
  let low = 0;
  let high = 1;
  for (let step = 0; step < STEPS; step++) {
    const error = (low + high) / 2;
    if (logEvidence(counts, error) >= needed) high = error;
    else low = error;
  }
  return high;
}

/** How many further audits, none of them wrong, bring the bound to an error; 0 where it is there. */
export function auditsToGo(audits: readonly number[], error: number, confidence: number): number {
  let fewest = 0;
  let most = 1;
  const needed = -Math.log(1 - confidence);
  const reaches = (more: number) => logEvidence(countsOf(audits, more), error) >= needed;
  if (reaches(0)) return 0;
  while (most < MAX_TO_GO && !reaches(most)) {
    fewest = most;
    most *= 2;
  }
  while (most - fewest > 1) {
    const middle = Math.floor((fewest + most) / 2);
    if (reaches(middle)) most = middle;
    else fewest = middle;
  }
  return most;
}

interface Counts {
  readonly right: number;
  readonly wrong: number;
  /** The losses in between. */
  readonly partly: readonly number[];
}

/** The audits since each start, and after them some more that were right. */
function countsOf(audits: readonly number[], more = 0): Counts[] {
  const all = audits.length + more;
  return STARTS.filter((start) => start === 0 || start < all).map((start) => {
    const since = audits.slice(start);
    const [right, wrong] = [0, 1].map((loss) => since.filter((one) => one === loss).length);
    const later = Math.min(more, all - start);
    return { right: right + later, wrong, partly: since.filter((one) => one > 0 && one < 1) };
  });
}

/** ln W(e): computed from logarithms, as the products of many audits leave the range of doubles. */
function logEvidence(counts: readonly Counts[], error: number): number {
  const terms = counts.flatMap(({ right, wrong, partly }, start) =>
    RATIOS.map((ratio) => {
      const ofRight = Math.log1p(-ratio * error) - Math.log1p(-error);
      const factor = Math.exp(ofRight);
      const weight = -(start + 1) * Math.LN2 - Math.log(RATIOS.length);
      const between = partly.reduce((sum, loss) => sum + Math.log(factor * (1 - loss) + ratio * loss), 0);
      return weight + wrong * Math.log(ratio) + right * ofRight + between;
    }),
  );
  const most = Math.max(...terms);
  return most + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - most), 0));
}
