// Which questions are checks, and which items these are: the one place for the studio, its REST API and the CLI. Both follow from
// the seed, from how many answers and checks there have been and from what is open, so that nothing has to be remembered,
// questions that are handed out ahead contain their checks, and an undone check comes again. Each check has an order of all
// items of its own and takes the first that is open: each open item is as likely as any other, whatever the model chooses.
import { checkInteger, checkNumber, checkOptions, reject } from "../check.ts";
import { generator, scramble } from "../random/generator.ts";

/**
 * The share of answers that are checks, unless another one is given.
 * @example CHECK_SHARE // 0.1
 */
export const CHECK_SHARE = 0.1;

/** Before this many answers, whether asked for or brought by a file, there is no model to measure. */
const MIN_ANSWERS = 5;
/** Other chance of the same seed has streams that are far from these. */
const STREAM = 1_000_003;

/** How many answers there are, and how many of them were checks. */
export interface CheckCounts {
  readonly answers: number;
  readonly checks: number;
}

/** How checks are drawn. */
export interface CheckPlan {
  readonly seed: number;
  /** The share of answers that are checks; with 1 every question is one. */
  readonly share: number;
  /** The counts since which this share holds; none by default. */
  readonly since?: CheckCounts;
}

/** What checks are drawn from. */
export interface CheckPool {
  readonly size: number;
  isOpen(item: number): boolean;
  /** Whether somebody else has the item in hand: their check, if it is one. */
  isTaken?(item: number): boolean;
}

/**
 * The next questions: the item of a check, or null for a question that the model chooses. Checks that are owed, since items were
 * answered that somebody picked, come first.
 * @throws XpalError if a count is no integer of at least 0, or the share is not from 0 to 1.
 * @example drawChecks({ seed: 1, share: 1 }, { answers: 5, checks: 0 }, { size: 8, isOpen: (item) => item === 6 }, 2) // [6, null]
 */
export function drawChecks(
  plan: CheckPlan,
  counts: CheckCounts,
  pool: CheckPool,
  questions: number,
): (number | null)[] {
  checkOptions("drawChecks", plan ?? null, ["seed", "share", "since"], "plan");
  checkInteger("drawChecks", "plan.seed", plan.seed, 0);
  checkNumber("drawChecks", "plan.share", plan.share, 0, 1);
  checkCounts("counts", counts);
  if (plan.since !== undefined) checkCounts("plan.since", plan.since);
  checkOptions("drawChecks", pool ?? null, ["size", "isOpen", "isTaken"], "pool");
  checkInteger("drawChecks", "pool.size", pool.size, 0);
  if (typeof pool.isOpen !== "function") reject("drawChecks", "pool.isOpen", "must be a function", pool.isOpen);
  checkInteger("drawChecks", "questions", questions, 0);
  const due = dueBy(plan);
  const drawn = new Set<number>();
  const known = Math.max(counts.answers, counts.answers < MIN_ANSWERS ? closedOf(pool) : 0);
  let given = counts.checks;
  return Array.from({ length: questions }, (_, at) => {
    if (known + at < MIN_ANSWERS) return null;
    while (given < due(counts.answers + at + 1)) {
      given++;
      const item = firstOpen(plan.seed, given, pool, drawn);
      if (item === null) return null;
      drawn.add(item);
      if (pool.isTaken?.(item) !== true) return item;
    }
    return null;
  });
}

/** How many items have an answer already. */
function closedOf({ size, isOpen }: CheckPool): number {
  let closed = 0;
  for (let item = 0; item < size; item++) if (!isOpen(item)) closed++;
  return closed;
}

/** How many checks there should be among so many answers. */
function dueBy({ seed, share, since = { answers: 0, checks: 0 } }: CheckPlan): (answers: number) => number {
  if (share >= 1) return () => Number.POSITIVE_INFINITY;
  const begin = generator(seed, STREAM).nextUnit(); // or all projects would have their checks at the same questions
  const upTo = (answers: number) => Math.floor(share * answers + begin);
  return (answers) => since.checks + upTo(answers) - upTo(since.answers);
}

/** The first open item in the order of a check; null if none is left. */
function firstOpen(seed: number, number: number, { size, isOpen }: CheckPool, drawn: ReadonlySet<number>) {
  const chance = generator(seed, STREAM + number);
  const [one, other] = [chance.nextIndex(2 ** 32), chance.nextIndex(2 ** 32)];
  let first: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let item = 0; item < size; item++) {
    const place = scramble(scramble(item ^ one) ^ other); // of two items never the same
    if (place >= least || drawn.has(item) || !isOpen(item)) continue;
    least = place;
    first = item;
  }
  return first;
}

function checkCounts(argument: string, counts: CheckCounts): void {
  checkOptions("drawChecks", counts ?? null, ["answers", "checks"], argument);
  checkInteger("drawChecks", `${argument}.answers`, counts.answers, 0);
  checkInteger("drawChecks", `${argument}.checks`, counts.checks, 0);
}
