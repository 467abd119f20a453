// Agreement of any number of people, beyond chance. (The page imports this file, so it stays free of schemas.)
// [1] Fleiss, Psychological Bulletin 76 (1971), doi:10.1037/h0031619
// [2] Krippendorff, Content Analysis (2004), chapter 11; nominal data
import { ownOpinions } from "./agreement-of.ts";
import type { Fact } from "./fold.ts";

type Opinions = ReadonlyMap<number, ReadonlyMap<string, Fact>>;

/** The answers that are classes, of each item that has at least two. */
function classesPerItem(opinions: Opinions): number[][] {
  return [...opinions.values()]
    .map((given) => ownOpinions(given).flatMap(([, { to }]) => (typeof to === "number" ? [to] : [])))
    .filter((classes) => classes.length >= 2);
}

/**
 * Krippendorff's alpha for nominal data: 1 - observed / expected disagreement [2]. Items may have different numbers of
 * answers. Null when all answers name one class, or there are none.
 */
export function krippendorffAlpha(opinions: Opinions): { alpha: number | null; items: number; answers: number } {
  const items = classesPerItem(opinions);
  const totals = new Map<number, number>();
  let observed = 0; // pairs of different answers within items, each item's weighted by 1 / (its answers - 1)
  for (const classes of items) {
    const counts = countsOf(classes);
    for (const [to, count] of counts) {
      totals.set(to, (totals.get(to) ?? 0) + count);
      observed += (count * (classes.length - count)) / (classes.length - 1);
    }
  }
  const answers = items.reduce((sum, { length }) => sum + length, 0);
  const expected = [...totals.values()].reduce((sum, count) => sum + count * (answers - count), 0) / (answers - 1);
  return { alpha: expected > 0 ? 1 - observed / expected : null, items: items.length, answers };
}

/**
 * Fleiss' kappa [1], which needs the same number of answers for each item: of the items with the commonest number. Null
 * where nobody's answers can be compared; the kappa is null when chance alone would always agree.
 */
export function fleissKappa(opinions: Opinions): { people: number; items: number; kappa: number | null } | null {
  const all = classesPerItem(opinions);
  if (all.length === 0) return null;
  const sizes = countsOf(all.map(({ length }) => length));
  const [people] = [...sizes].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0];
  const items = all.filter(({ length }) => length === people);
  const totals = new Map<number, number>();
  let agreed = 0;
  for (const classes of items) {
    for (const [to, count] of countsOf(classes)) {
      totals.set(to, (totals.get(to) ?? 0) + count);
      agreed += (count * (count - 1)) / (people * (people - 1));
    }
  }
  const observed = agreed / items.length;
  const chance = [...totals.values()].reduce((sum, count) => sum + (count / (items.length * people)) ** 2, 0);
  const kappa = chance > 1 - 1e-12 ? null : (observed - chance) / (1 - chance);
  return { people, items: items.length, kappa };
}

function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
