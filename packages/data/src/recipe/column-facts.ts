// What one pass over a file tells of a column, exactly: how many values it has, its least and largest one, its moments, how
// often each word occurs and which numbers there are as long as these are few. Moments are merged piece by piece after Chan,
// Golub and LeVeque (The American Statistician 37, 1983), so that a large mean does not eat the digits of a small deviation.
import type { Column } from "../table/table.ts";
import { IdNumbers } from "./id-numbers.ts";
import { categoryOf, type InferredRole } from "./role.ts";

/** A column with more different words or numbers than this has no categories. */
const MAX_CATEGORIES = 10_000;

/**
 * The facts of one column.
 * @example
 * const facts = new ColumnFacts("x", "number");
 * facts.add({ name: "x", type: "number", values: Float64Array.of(1, 3) });
 * [facts.mean, facts.squares] // [2, 2]
 */
export class ColumnFacts {
  readonly name: string;
  readonly type: Column["type"];
  count = 0;
  missing = 0;
  least = Infinity;
  largest = -Infinity;
  mean = 0;
  /** The sum of squared differences from the mean. */
  squares = 0;
  /** Of a column of numbers: what they are for. */
  role: InferredRole = { role: "numeric", reason: "numbers" };
  /** How often each word occurs; null if there are too many. */
  words: Map<string, number> | null = new Map();
  /** The different numbers or dates, each of which may be a category; null if there are too many. */
  distinct: Set<number> | null = new Set();
  /** Of a column of vectors: the sum of each component, and of all squares about the means so far. */
  sums: Float64Array = new Float64Array(0);

  readonly #ids: IdNumbers;

  constructor(name: string, type: Column["type"]) {
    this.name = name;
    this.type = type;
    this.#ids = new IdNumbers(name);
  }

  /** Takes the next piece. */
  add(column: Column): void {
    if (column.type === "vector") this.#addVectors(column.values.data, column.values.rows);
    else if (column.type === "text") this.#addWords(column);
    else this.#addNumbers(column.values);
    if (column.type !== "number") return;
    this.#ids.add(column.values);
    this.role = this.#ids.role;
  }

  #addNumbers(values: Float64Array): void {
    const { length } = values;
    let present = 0;
    let sum = 0;
    let { least, largest } = this;
    for (let i = 0; i < length; i++) {
      const value = values[i];
      if (value !== value) continue; // NaN stands for a missing value
      present++;
      sum += value;
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    this.least = least;
    this.largest = largest;
    this.missing += length - present;
    this.#addDistinct(values);
    if (present > 0) {
      const mean = sum / present;
      let squares = 0;
      for (let i = 0; i < length; i++) if (values[i] === values[i]) squares += (values[i] - mean) * (values[i] - mean);
      this.#merge(present, mean, squares);
    }
  }

  #addDistinct(values: Float64Array): void {
    for (let i = 0; i < values.length && this.distinct !== null; i++) {
      if (values[i] !== values[i]) continue;
      this.distinct.add(values[i]);
      if (this.distinct.size > MAX_CATEGORIES) this.distinct = null;
    }
  }

  #merge(count: number, mean: number, squares: number): void {
    const all = this.count + count;
    const difference = mean - this.mean;
    this.squares += squares + (difference * difference * this.count * count) / all;
    this.mean += (difference * count) / all;
    this.count = all;
  }

  #addWords(column: Extract<Column, { type: "text" }>): void {
    for (let row = 0; row < column.values.length; row++) {
      const word = categoryOf(column, row);
      if (word === null) {
        this.missing++;
        continue;
      }
      this.count++;
      if (this.words === null) continue;
      this.words.set(word, (this.words.get(word) ?? 0) + 1);
      if (this.words.size > MAX_CATEGORIES) this.words = null;
    }
  }

  /** `squares` is that of all components, each about its own mean. */
  #addVectors(data: Float64Array, rows: number): void {
    if (rows === 0) return;
    const cols = data.length / rows;
    if (this.sums.length !== cols) this.sums = new Float64Array(cols);
    const all = this.count + rows;
    for (let d = 0; d < cols; d++) {
      let sum = 0;
      for (let at = d; at < data.length; at += cols) sum += data[at];
      const mean = sum / rows;
      let squares = 0;
      for (let at = d; at < data.length; at += cols) squares += (data[at] - mean) * (data[at] - mean);
      const difference = this.count === 0 ? 0 : mean - this.sums[d] / this.count;
      this.squares += squares + (difference * difference * this.count * rows) / all;
      this.sums[d] += sum;
    }
    this.count = all;
  }
}
