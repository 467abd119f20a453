// What a confusion table says of each class as much as of another.

/** Balanced error and macro F1 of a confusion table, [answered][predicted]; null where nothing was answered. */
export function classMeasures(
  confusion: readonly (readonly number[])[],
): { readonly balancedError: number; readonly macroF1: number } | null {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const classes = confusion.map((row, y) => {
    return { hits: row[y] ?? 0, met: sum(row), said: sum(confusion.map((other) => other[y] ?? 0)) };
  });
  const met = classes.filter((one) => one.met > 0);
  if (met.length === 0) return null;
  const known = classes.filter((one) => one.met + one.said > 0);
  return {
    balancedError: 1 - sum(met.map((one) => one.hits / one.met)) / met.length,
    macroF1: sum(known.map((one) => (2 * one.hits) / (one.met + one.said))) / known.length,
  };
}
