// In a large pool the gain is taken over a random sample of it, so that the first question comes within seconds. The
// page and the guide say so.

const LARGE = 12_000;
const SAMPLE = 4000;

/** How many random items stand for the pool when answers are valued; null when all do. */
export function evaluationSample(itemCount: number): number | null {
  return itemCount > LARGE ? SAMPLE : null;
}
