// How many more labels a target error, or under costs a target mean cost, will take. The error e(n) among the open items after n labels is supposed to follow
//   e(n) + f = (e_T + f) (n / T)^-d ((1 - n / N) / (1 - T / N))^h,
// a power law times what is gained because the hard items of a pool are used up, with T labels now and N items. Beliefs:
//   ln(e_T + f) is normal around the logarithm of what the model expects of itself, with deviation sqrt(s^2 / T + r^2);
//   ln d is normal around ln(1/2) with deviation 1.1. r is larger under costs.
// Audits change these beliefs by the square root of their likelihood: taken at their word, a few right ones made intervals that
// covered 89 % (decision 0362). Under costs e is the mean cost with the blind cost as its unit, the most
// that the best call for all items can cost on average, min over y' of max over y of L(y, y'): 1 for the zero-one loss. An
// audit that cost a share x of the largest cost then counts as x of a wrong one and 1 - x of a right one. f, s, r, h and the
// two deviations were chosen on half of the paper's datasets so that nine of ten intervals cover, and checked on the other
// half (docs/guide/stopping.md, decisions 0217 and 0270).
import { checkInteger, checkNumber, checkOptions, checkShare, reject } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";

/** What a forecast starts from. */
export interface ForecastState {
  /** T: the labels so far; at least 20. */
  readonly labels: number;
  /** N: all items. */
  readonly items: number;
  /**
   * The error among the open items that the model expects of itself, best the mean of the last states; under costs the mean
   * cost.
   */
  readonly expectedError: number;
  /** Where errors have costs; then the target and all errors are mean costs. */
  readonly costs?: ForecastCosts;
  /** Items drawn at random and predicted before they were answered. */
  readonly audits?: readonly ForecastAudit[];
}

/** The scale of costs. */
export interface ForecastCosts {
  /** What the dearest decision costs. */
  readonly largest: number;
  /** What the best single call for all items costs at most, whatever they are. */
  readonly blind: number;
}

/** An audit: after how many labels it was, and whether it was predicted wrongly, or under costs what that cost. */
export type ForecastAudit =
  | { readonly labels: number; readonly wrong: boolean }
  | { readonly labels: number; readonly cost: number };

/** A target and how sure the interval has to be. */
export interface ForecastOptions {
  /** The error to reach, or under costs the mean cost; 0.05 by default, of the blind cost under costs. */
  readonly target?: number;
  /** 0.9 by default. */
  readonly level?: number;
}

/** A number that is not known exactly. */
export interface Interval {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** What may be expected. */
export interface Forecast {
  readonly target: number;
  readonly level: number;
  /** Further labels until the error, or the mean cost, is at most the target. */
  readonly more: Interval;
  /** The probability that the target is reached before three in four items are labelled. */
  readonly chance: number;
  /** The error among the open items, or their mean cost, now and after more labels. */
  readonly now: Interval;
  readonly curve: readonly ({ readonly labels: number } & Interval)[];
}

/**
 * Fewer labels say too little: coverage was measured from 20 on.
 * @example MIN_FOR_FORECAST // 20
 */
export const MIN_FOR_FORECAST = 20;

/** The usual target, a share of the blind cost where errors have costs. */
const USUAL_TARGET = 0.05;
const FLOOR = 0.01; // f
const SPREAD = 4.4; // s
const MIN_SPREAD = 0.2; // r
/** r under costs, where what the model expects of itself is further off. */
const MIN_SPREAD_OF_COSTS = 0.7;
const USED_UP = 0.75; // h
const EXPONENT = 0.5;
const EXPONENT_SPREAD = 1.1;
/** Standard normal places and their weights. */
const PLACES = Array.from({ length: 15 }, (_, i) => -1.96 + 0.28 * i);
const POINTS = 32;
/** The power of the likelihood of audits: the law by which they tell of now is no more than a guess. */
const AUDIT_TRUST = 0.5;
/** A target that takes more than this share of the items is not one that these items can reach. */
const MAX_SHARE = 0.75;

/** One belief: an error now, an exponent, and how likely they are. */
interface Belief {
  readonly error: number;
  readonly exponent: number;
  readonly weight: number;
}

/**
 * The labels that a target will still take, and the errors until then, with intervals.
 * @throws XpalError if there are fewer than 20 labels, more labels than items, or a number is out of range.
 * @example forecast({ labels: 50, items: 1000, expectedError: 0.001 }, { target: 0.2 }).more.median // 0
 */
export function forecast(state: ForecastState, options: ForecastOptions = {}): Forecast {
  checkOptions("forecast", state ?? null, ["labels", "items", "expectedError", "costs", "audits"], "state");
  checkOptions("forecast", options, ["target", "level"]);
  const { labels, items, expectedError, costs, audits = [] } = state;
  if (costs !== undefined) checkCosts(costs);
  const { largest, blind } = costs ?? { largest: 1, blind: 1 };
  const { target = USUAL_TARGET * blind, level = 0.9 } = options;
  checkInteger("forecast", "state.labels", labels, MIN_FOR_FORECAST);
  checkInteger("forecast", "state.items", items, labels);
  checkNumber("forecast", "state.expectedError", expectedError, 0, largest);
  checkAudits("forecast", "state.audits", audits, costs?.largest);
  checkTarget(target, costs?.largest);
  checkShare("forecast", "level", level);
  const leastSpread = costs === undefined ? MIN_SPREAD : MIN_SPREAD_OF_COSTS;
  const pool = { labels, items, most: largest / blind, leastSpread };
  const shares = audits.map((audit) => ({ labels: audit.labels, loss: lossOf(audit, largest) }));
  const beliefs = believed(pool, expectedError / blind, shares);
  const interval = (measure: (belief: Belief) => number): Interval => {
    const values = beliefs.map((belief) => ({ value: measure(belief), weight: belief.weight }));
    const [low, median, high] = quantiles(values, [(1 - level) / 2, 0.5, (1 + level) / 2]);
    return { low, median, high };
  };
  const reached = (belief: Belief) => labelsAt(belief, pool, target / blind);
  const errorAt = (n: number) => interval((belief) => blind * errorAfter(belief, pool, n));
  const late = beliefs.filter((belief) => reached(belief) > Math.max(labels, MAX_SHARE * items));
  return {
    target,
    level,
    more: interval((belief) => Math.ceil(reached(belief) - labels)),
    chance: Math.max(0, 1 - late.reduce((sum, { weight }) => sum + weight, 0)),
    now: errorAt(labels),
    curve: placesOf(labels, items, interval(reached).high).map((n) => ({ labels: n, ...errorAt(n) })),
  };
}

/** An audit as a share of the largest loss. */
function lossOf(audit: ForecastAudit, largest: number): number {
  return "cost" in audit ? audit.cost / largest : Number(audit.wrong);
}

/** T, N, and the most that an item can lose in the unit of the beliefs. */
interface Situation {
  readonly labels: number;
  readonly items: number;
  readonly most: number;
  /** r */
  readonly leastSpread: number;
}

function believed(
  pool: Situation,
  expectedError: number,
  audits: readonly { readonly labels: number; readonly loss: number }[],
): Belief[] {
  const { labels, most: dearest, leastSpread } = pool;
  const spread = Math.sqrt(SPREAD ** 2 / labels + leastSpread ** 2);
  // Audits of the later half only: long ago the error did not follow this curve.
  const later = audits.filter((audit) => audit.labels >= labels / 2 && audit.labels <= labels);
  const all = PLACES.flatMap((z) =>
    PLACES.map((y) => {
      const error = Math.exp(Math.log(expectedError + FLOOR) + spread * z) - FLOOR;
      const exponent = EXPONENT * Math.exp(EXPONENT_SPREAD * y);
      const belief = { error, exponent, weight: 0 };
      let log = -(z * z + y * y) / 2;
      for (const audit of later) {
        // By the usual exponent: an error of some time ago tells of the error now, not of how fast it will fall.
        const then = errorAfter({ ...belief, exponent: EXPONENT }, pool, audit.labels);
        const p = Math.min(0.999, Math.max(0.001, then) / dearest);
        log += AUDIT_TRUST * (audit.loss * Math.log(p) + (1 - audit.loss) * Math.log(1 - p));
      }
      return { belief, log };
    }),
  );
  const most = Math.max(...all.map(({ log }) => log));
  const total = all.reduce((sum, { log }) => sum + Math.exp(log - most), 0);
  return all.map(({ belief, log }) => ({ ...belief, weight: Math.exp(log - most) / total }));
}

/** e(n), from 0 to the most. */
function errorAfter({ error, exponent }: Belief, { labels, items, most }: Situation, n: number): number {
  if (n >= items) return 0; // nothing is open any more
  const used = labels >= items ? 1 : ((1 - n / items) / (1 - labels / items)) ** USED_UP;
  return Math.min(most, Math.max(0, (error + FLOOR) * (n / labels) ** -exponent * used - FLOOR));
}

/** The labels after which the error is at most the target: e(n) falls, so halving finds the place. */
function labelsAt(belief: Belief, pool: Situation, target: number): number {
  if (errorAfter(belief, pool, pool.labels) <= target) return pool.labels;
  let low = pool.labels;
  let high = pool.items;
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (errorAfter(belief, pool, middle) <= target) high = middle;
    else low = middle;
  }
  return high;
}

/** Where the curve is told: from now to where the target is reached in the bad case, and some more. */
function placesOf(labels: number, items: number, end: number): number[] {
  const last = Math.min(items, Math.max(2 * labels, Math.ceil(1.1 * end)));
  const ratio = last / labels;
  const places = Array.from({ length: POINTS + 1 }, (_, i) => Math.round(labels * ratio ** (i / POINTS)));
  return [...new Set(places)];
}

/** Quantiles of weighted values. */
function quantiles(values: { readonly value: number; readonly weight: number }[], shares: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  return shares.map((share) => {
    let sum = 0;
    for (const { value, weight } of sorted) {
      sum += weight;
      if (sum >= share) return value;
    }
    return sorted[sorted.length - 1].value;
  });
}

/** Rejects a scale of costs that cannot be. */
function checkCosts(costs: ForecastCosts): void {
  checkOptions("forecast", costs ?? null, ["largest", "blind"], "state.costs");
  checkPositive("forecast", "state.costs.largest", costs.largest);
  checkPositive("forecast", "state.costs.blind", costs.blind);
  checkNumber("forecast", "state.costs.blind", costs.blind, 0, costs.largest);
}

/** Rejects a target that is not between nothing and the most that an item can cost. */
function checkTarget(target: number, largestCost: number | undefined): void {
  if (largestCost === undefined) checkShare("forecast", "target", target);
  else if (typeof target !== "number" || !(target > 0 && target < largestCost))
    reject("forecast", "target", `must be a mean cost above 0 and below the largest cost, ${largestCost}`, target);
}

/** Rejects audits that cannot be. */
function checkAudits(
  who: string,
  argument: string,
  audits: readonly ForecastAudit[],
  largestCost: number | undefined,
): void {
  if (!Array.isArray(audits)) reject(who, argument, "must be a list", audits);
  const member = largestCost === undefined ? "wrong" : "cost";
  for (const [at, audit] of audits.entries()) {
    checkOptions(who, audit ?? null, ["labels", member], `${argument}[${at}]`);
    checkInteger(who, `${argument}[${at}].labels`, audit.labels, 0);
    const place = `${argument}[${at}].${member}`;
    const { [member]: loss } = audit;
    if (largestCost !== undefined) checkNumber(who, place, loss, 0, largestCost);
    else if (typeof loss !== "boolean") reject(who, place, "must be true or false", loss);
  }
}
