// Whether numbers name rows and measure nothing. Where rows are sorted by class such a column gives the class away, so one row
// that was left out or repeated must not make a feature of it; a measurement must not be taken for a name either. So a name
// like an id lets any different whole numbers pass, and without such a name the numbers must count the rows (0483).
import { namesCode } from "../formats/cells/code-name.ts";
import { DistinctShare } from "./distinct-share.ts";
import { isUnnamed, namesEntity, namesId, namesIndex } from "./id-name.ts";

/** In fewer rows, 1, 2, 3 may be a measurement. */
const MIN_COUNTED = 10;

/** In fewer rows, numbers in any order may differ by chance though they reach no further than twice the rows. */
const MIN_IN_ANY_ORDER = 20;

/** A column of codes may have this many categories, if there are four rows for each. */
const MAX_CATEGORIES = 500;

/** Whether so many different values named like ids name rows, persons or things that occur a few times each. */
export function namesMany(different: number, filled: number): boolean {
  return different > MAX_NAMED && different >= MIN_NAMED_SHARE * filled;
}

/** Fewer different ids are groups, such as stores, that may tell something. */
const MAX_NAMED = 20;
const MIN_NAMED_SHARE = 0.1;

/** This share of the rows may be left out, repeated or empty; one row always may. */
const TOLERATED = 0.05;

/**
 * Judges a column of numbers, whole or piece by piece.
 * @example
 * const numbers = new IdNumbers("n");
 * numbers.add(Float64Array.of(0, 1, 2, 3, 4, 6, 7, 8, 9, 10));
 * numbers.role // { role: "id", reason: "counts the rows, with gaps" }
 */
export class IdNumbers {
  readonly #isNamed: boolean;
  readonly #isUnnamed: boolean;
  #isCode: boolean;
  readonly #isEntity: boolean;
  readonly #different = new DistinctShare();
  #rows = 0;
  #missing = 0;
  #isWhole = true;
  #increases = true;
  /** Whether each number is one more than the one in the row above. */
  #isUnbroken = true;
  #first = Number.NaN;
  #last = Number.NaN;
  #least = Infinity;
  #largest = -Infinity;

  constructor(name: string) {
    this.#isUnnamed = isUnnamed(name);
    this.#isCode = namesCode(name);
    this.#isEntity = namesEntity(name);
    this.#isNamed = namesId(name) || (namesIndex(name) && !this.#isUnnamed);
  }

  /** Takes the next rows; NaN is an empty cell. */
  add(values: Float64Array): void {
    const isCounted = this.#isNamed || this.#isUnnamed || this.#isCode;
    for (let i = 0; i < values.length && this.#isWhole; i++) {
      const value = values[i];
      this.#rows++;
      if (value !== value) {
        this.#missing++;
        this.#isUnbroken = false;
        continue;
      }
      this.#isWhole = Number.isSafeInteger(value);
      if (!this.#isWhole) this.#isCode = false;
      if (this.#least === Infinity) this.#first = value;
      else if (value !== this.#last + 1) {
        this.#isUnbroken = false;
        if (value <= this.#last) this.#increases = false;
      }
      this.#last = value;
      if (value < this.#least) this.#least = value;
      if (value > this.#largest) this.#largest = value;
      if (isCounted && this.#isWhole) this.#different.add(value);
    }
  }

  /** What these numbers are for. */
  get role(): { readonly role: "numeric" | "categorical" | "id"; readonly reason: string } {
    const reason = this.#idReason();
    if (reason !== undefined) return { role: "id", reason };
    const few = Math.max(10, Math.min(MAX_CATEGORIES, (this.#rows - this.#missing) / 4));
    if (this.#isCode && this.#different.count <= few) {
      return { role: "categorical", reason: `${this.#different.count} different values, named like codes` };
    }
    if (this.#isCode) return { role: "id", reason: "named like codes, which measure nothing" };
    return { role: "numeric", reason: "numbers" };
  }

  /** Why these are names of rows; undefined if they may be measurements. */
  #idReason(): string | undefined {
    if (!this.#isWhole || this.#rows - this.#missing < 3) return undefined;
    if (this.#isNamed && this.#almostAllDiffer()) return "whole numbers, (almost) all different, named like an id";
    if (this.#isEntity && namesMany(this.#different.count, this.#rows - this.#missing)) {
      return `named like an id, ${Math.round(100 * this.#different.share)} % of the whole numbers differ`;
    }
    if (this.#least < 0 || this.#rows < MIN_COUNTED) return undefined;
    if (this.#isUnbroken && this.#first <= 1) return "counts the rows";
    const few = Math.max(1, TOLERATED * this.#rows);
    if (this.#increases && this.#missing <= few && this.#largest <= this.#rows + few)
      return "counts the rows, with gaps";
    // An index that was filtered, or split at random.
    const isIndex = this.#isUnnamed && this.#rows >= MIN_IN_ANY_ORDER && this.#largest <= 2 * this.#rows;
    return isIndex && this.#almostAllDiffer() ? "an index: no name, and (almost) all numbers are different" : undefined;
  }

  #almostAllDiffer(): boolean {
    const present = this.#rows - this.#missing;
    const repeated = Math.round((1 - this.#different.share) * present);
    return repeated <= (present < MIN_COUNTED ? 0 : Math.max(1, TOLERATED * present));
  }
}
