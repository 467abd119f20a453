// Keeps count while a reference file is checked: every number compared is one check, and nothing a file holds can
// stop the count, since a case that cannot be computed is a failed one.

/** How far a value may be off: `|got - want| <= within * scale`. */
export interface Tolerance {
  readonly within: number;
  /** By default 1: an absolute tolerance. */
  readonly scale?: number;
}

/** Equality to the last bit. */
export const EXACT: Tolerance = { within: 0 };

/** The count of one file. */
export class Tally {
  checked = 0;
  failed = 0;
  /** The largest |got - want| / scale seen, stable positions only. */
  worstDeviation = 0;
  /** Mismatches that hang on the last bit of a kernel value: counted apart, no fault. */
  unstable = 0;
  /** What failed, in words. */
  readonly failures: string[] = [];

  /** Compares one number; null and NaN both say "no number". */
  number(where: string, got: number | null | undefined, want: number | null, { within, scale = 1 }: Tolerance): void {
    this.checked++;
    const deviation = deviationOf(got ?? Number.NaN, want ?? Number.NaN, scale);
    if (deviation > this.worstDeviation) this.worstDeviation = deviation;
    if (!(deviation <= within)) this.#fail(`${where}: got ${got}, want ${want}`);
  }

  /** Compares number by number; positions listed as unstable may differ. */
  vector(
    where: string,
    got: ArrayLike<number>,
    want: ArrayLike<number | null>,
    tolerance: Tolerance,
    unstable: ReadonlySet<number> = new Set(),
  ): void {
    if (got.length !== want.length) {
      this.fail(`${where}: got ${got.length} numbers, want ${want.length}`);
      return;
    }
    const { within, scale = 1 } = tolerance;
    for (let i = 0; i < want.length; i++) {
      if (!unstable.has(i)) this.number(`${where}[${i}]`, got[i], want[i], tolerance);
      else if (!(deviationOf(got[i], want[i] ?? Number.NaN, scale) <= within)) this.unstable++;
    }
  }

  /** Compares two words, counts or the like. */
  same(where: string, got: unknown, want: unknown): void {
    this.checked++;
    if (got !== want) this.#fail(`${where}: got ${got}, want ${want}`);
  }

  /** Notes a check that could not even be made. */
  fail(what: string): void {
    this.checked++;
    this.#fail(what);
  }

  /** Runs the checks of one case; whatever it throws makes the case fail, and the next one goes on. */
  async attempt(where: string, checks: () => void | Promise<void>): Promise<void> {
    try {
      await checks();
    } catch (error) {
      this.fail(`${where}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Attempts every member of a list; a list that is missing or null has none. */
  async each<T>(
    name: string,
    list: unknown,
    checks: (member: T, where: string) => void | Promise<void>,
  ): Promise<void> {
    const members: readonly T[] = Array.isArray(list) ? list : [];
    for (const [i, member] of members.entries()) {
      const where = `${name}[${i}]`;
      await this.attempt(where, () => checks(member, where));
    }
  }

  #fail(what: string): void {
    this.failed++;
    this.failures.push(what);
  }
}

/** The largest size in a vector: the scale of a tolerance relative to it. */
export function largestOf(want: ArrayLike<number | null>): number {
  let largest = 0;
  for (let i = 0; i < want.length; i++) largest = Math.max(largest, Math.abs(want[i] ?? 0));
  return largest;
}

function deviationOf(got: number, want: number, scale: number): number {
  if (got === want || (Number.isNaN(got) && Number.isNaN(want))) return 0;
  const deviation = Math.abs(got - want) / scale;
  return Number.isNaN(deviation) ? Infinity : deviation;
}
