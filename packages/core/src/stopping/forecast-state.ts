// What a forecast starts from, of a learner's labels in their order.
import { reject } from "../check.ts";
import { costsOf } from "../classifier/costs-of.ts";
import { checkLabels, type Labels } from "../labels.ts";
import { Learner } from "../learner/learner.ts";
import { type Check, checkChecks, lossOf } from "./checks.ts";
import { costScale } from "./cost-scale.ts";
import { expectedCost } from "./expected-error.ts";
import { type ForecastAudit, type ForecastState, MIN_FOR_FORECAST } from "./forecast.ts";
import { tooEarly } from "./thresholds.ts";

/** One state is noisy, so the mean over this many is taken, which lie this many labels apart. */
const STATES = 3;
const APART = 5;

/**
 * The state of a learner for `forecast`: its labels, its items without those that were set aside, and the error that the
 * model expects of itself, or where errors have costs the mean cost: the mean of now and of five and ten labels ago. A learner
 * that was read from a file and whose kernel does not learn has forgotten the order of its answers; until five and ten more have come,
 * the mean is of the states that are known, after reading that of now alone (docs/decisions/0460).
 * @param checks In their order.
 * @param labels Those of the learner by default; others where answers count for shares of the classes.
 * @throws XpalError if there are fewer than 20 labels or none of a second class, or they are of another pool.
 * @example forecastState(await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] })).catch((error) => error.code) // "bad-state"
 */
export async function forecastState(
  learner: Learner,
  checks: readonly Check[] = [],
  labels: Labels = learner?.labels,
): Promise<ForecastState> {
  if (!(learner instanceof Learner)) reject("forecastState", "learner", "must be a Learner", learner);
  const { pool } = learner;
  checkLabels("forecastState", labels, pool);
  const costs = costsOf(pool);
  const scale = costs === null ? undefined : costScale(costs);
  checkChecks("forecastState", pool, checks);
  if (labels.count < MIN_FOR_FORECAST) {
    const rule = `must be at least ${MIN_FOR_FORECAST} for a forecast`;
    reject("forecastState", "the number of labels", rule, labels.count, "label more items first", "bad-state");
  }
  if (tooEarly(pool, labels) !== null) {
    const rule = "must have two labels of a second class for a forecast";
    reject("forecastState", "the learner", rule, "one class", "label more items first", "bad-state");
  }
  const audits = checks.map(({ labels, to, predicted }): ForecastAudit => {
    return costs === null ? { labels, wrong: to !== predicted } : { labels, cost: lossOf(pool, to, predicted) };
  });
  const states = knownStates(labels);
  let sum = 0;
  for (const then of states) {
    const open = then.unlabelled();
    const freq = await learner.at(then).predictiveFrequencies();
    sum += open.length === 0 ? 0 : expectedCost(pool, freq, then, open);
  }
  return {
    ...{ labels: labels.count, items: pool.size - labels.asideCount, expectedError: sum / states.length, audits },
    ...(scale === undefined ? {} : { costs: scale }),
  };
}

/** The labels of now and of earlier, as far as it is known which came last. */
function knownStates(labels: Labels): Labels[] {
  const counts = Array.from({ length: STATES }, (_, state) => labels.count - state * APART);
  return counts
    .filter((count, state) => state === 0 || count >= labels.orderKnownFrom)
    .map((count) => labels.first(count));
}
