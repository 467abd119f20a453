// What errors cost, by class ids, so that a renamed class keeps its costs and one that is restored has its own
// again. Only costs that were told are kept; any other error costs 1, so that a class that comes later has costs too. A
// merged class is the one that it went into, and so are its costs.

/** Costs that were told: "3>1" is what it costs to call an item of class 3 a 1. */
export type ErrorCosts = Readonly<Record<string, number>>;

/** What it costs to call an item of class `is` a `called`. */
export function errorCost(costs: ErrorCosts | undefined, is: number, called: number): number {
  const told = is === called ? 0 : (costs?.[`${is}>${called}`] ?? 1);
  return told < MIN_COST ? 0 : told;
}

/** What is less counts as nothing: the library rejects it. */
const MIN_COST = 1e-75;

/** The costs among some classes, true class in rows; null where all errors cost 1, or none costs anything. */
export function costRows(costs: ErrorCosts | undefined, ids: readonly number[]): number[][] | null {
  if (costs === undefined || Object.keys(costs).length === 0) return null; // asked at every event
  const rows = ids.map((is) => ids.map((called) => errorCost(costs, is, called)));
  const all = rows.flatMap((row, y) => row.filter((_, d) => d !== y));
  return all.every((cost) => cost === 1) || all.every((cost) => cost === 0) ? null : rows;
}

/** The class that is never a dearer answer than any other, whatever an item is: then no label can change a prediction. */
export function alwaysBest(costs: ErrorCosts | undefined, ids: readonly number[]): number | null {
  const never = (one: number, other: number) =>
    ids.every((is) => errorCost(costs, is, one) <= errorCost(costs, is, other));
  return ids.find((one) => ids.every((other) => never(one, other))) ?? null;
}
