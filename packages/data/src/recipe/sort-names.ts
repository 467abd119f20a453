// The order of classes and categories: it must not depend on the file they come from, and ties go to the lower class.

/**
 * Names in order: whole numbers by value if all are, else by their code units.
 * @example sortNames(["10", "9", "-1"]) // ["-1", "9", "10"]
 */
export function sortNames(names: readonly string[]): string[] {
  const whole = names.every((name) => /^-?\d{1,15}$/.test(name));
  return [...names].sort((a, b) => (whole ? Number(a) - Number(b) : 0) || (a < b ? -1 : a > b ? 1 : 0));
}
