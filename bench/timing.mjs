// Milliseconds of a step, and what to say of many.

/** Runs a step and returns what it returned and how long it took. */
export async function timed(step) {
  const start = performance.now();
  const value = await step();
  return { value, ms: performance.now() - start };
}

/** Mean, median and largest, to the microsecond. */
export function summaryOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return { mean: rounded(mean), median: rounded(sorted[sorted.length >> 1]), max: rounded(sorted.at(-1)) };
}

/** Milliseconds with three decimals. */
export function rounded(ms) {
  return Number(ms.toFixed(3));
}

/** The most memory that this process has had, in bytes. */
export function peakBytes() {
  return process.resourceUsage().maxRSS * 1024;
}
