// Checks of the core's own nouns: amounts, matrices, costs, generators. What other packages check with is in check.ts.
import { reject } from "./check.ts";
import type { Matrix } from "./matrix.ts";
import type { Generator } from "./random/generator.ts";

/** Larger frequencies, priors, weights and costs are rejected: the product of four would leave the range of doubles. */
const LARGEST = 1e75;
/** Smaller priors and costs are rejected: one over the sum of a few must stay within the range of doubles, and products keep their digits. */
const LEAST = 1e-75;
/** Larger similarities are rejected: summed over all labels they must be frequencies. */
const LARGEST_SIMILARITY = 1e60;

/**
 * A finite number above 0.
 * @throws XpalError if it is not.
 * @example checkPositive("f", "bandwidth", 0.5) // undefined
 */
export function checkPositive(who: string, argument: string, value: unknown): void {
  if (typeof value !== "number" || !(value > 0) || value === Infinity) {
    reject(who, argument, "must be a finite number above 0", value);
  }
}

/**
 * A finite number above 0 that can be added to frequencies.
 * @throws XpalError if it is not.
 * @example checkPriorNumber("f", "prior", 1e-3) // undefined
 */
export function checkPriorNumber(who: string, argument: string, value: unknown): void {
  checkPositive(who, argument, value);
  if ((value as number) < LEAST || (value as number) > LARGEST) {
    reject(who, argument, `must be from ${LEAST} to ${LARGEST}`, value);
  }
}

/** What the numbers of a matrix may be: any finite ones, those whose squares are finite too, amounts, or similarities. */
type MatrixRule = "any" | "moderate" | "not negative" | "similarities";

/**
 * A matrix with at least one row and column, its numbers finite (and within narrower bounds, where asked for).
 * @throws XpalError if it is not.
 * @example checkMatrix("f", "m", matrixFrom([[1]])) // undefined
 */
export function checkMatrix(who: string, argument: string, value: unknown, numbers: MatrixRule = "any"): void {
  if (!isMatrix(value)) reject(who, argument, "must be a matrix { rows, cols, data }", value);
  const { rows, cols, data } = value;
  if (rows < 1 || cols < 1) reject(who, argument, "must have at least one row and one column", `${rows} x ${cols}`);
  if (data.length !== rows * cols) reject(who, argument, `must hold rows * cols = ${rows * cols} numbers`, data.length);
  for (let i = 0; i < data.length; i++) {
    const rule = RULES[numbers](data[i]);
    if (rule !== null) reject(who, `${argument}, row ${Math.floor(i / cols)}, column ${i % cols}`, rule, data[i]);
  }
}

/**
 * Costs of deciding for column j when row i is true: none negative, one row and column per class.
 * @throws XpalError if it is not.
 * @example checkLossMatrix("f", matrixFrom([[0, 1], [1, 0]]), 2) // undefined
 */
export function checkLossMatrix(who: string, loss: Matrix, classCount: number): void {
  checkMatrix(who, "lossMatrix", loss, "not negative");
  const { rows, cols, data } = loss;
  if (rows !== classCount || cols !== classCount) {
    reject(who, "lossMatrix", `must be ${classCount} x ${classCount}`, `${rows} x ${cols}`);
  }
  const small = data.findIndex((cost) => cost > 0 && cost < LEAST);
  if (small < 0) return;
  const cell = `lossMatrix, row ${Math.floor(small / cols)}, column ${small % cols}`;
  reject(who, cell, `must be 0, or from ${LEAST} to ${LARGEST}`, data[small]);
}

/** Rejects what cannot be the cost of a label: a number above 0 that a gain can be divided by. */
export function checkLabelCost(who: string, argument: string, cost: number, wayOut: string): void {
  if (!(cost > 0)) reject(who, argument, "must be a number above 0", cost, wayOut);
  if (cost < LEAST || cost > LARGEST) reject(who, argument, `must be from ${LEAST} to ${LARGEST}`, cost);
}

/**
 * Whether a value has the shape of a Matrix; its numbers are not looked at.
 * @example isMatrix(matrixFrom([[1]])) // true
 */
export function isMatrix(value: unknown): value is Matrix {
  const { rows, cols, data } = (value ?? {}) as Partial<Matrix>;
  return Number.isSafeInteger(rows) && Number.isSafeInteger(cols) && data instanceof Float64Array;
}

/**
 * Finite numbers, none negative, as many as asked for.
 * @throws XpalError if it is not.
 * @example checkNumbers("f", "weights", [0.5, 0.5], 2) // undefined
 */
export function checkNumbers(who: string, argument: string, value: unknown, length?: number): void {
  if (!(Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)))) {
    reject(who, argument, "must be an array of numbers", value);
  }
  const numbers = value as ArrayLike<unknown>;
  if (length !== undefined && numbers.length !== length) {
    reject(who, argument, `must have ${length} numbers`, numbers.length);
  }
  for (let i = 0; i < numbers.length; i++) {
    const rule = amountRule(numbers[i]);
    if (rule !== null) reject(who, `${argument}[${i}]`, rule, numbers[i]);
  }
}

/**
 * A source of chance.
 * @throws XpalError if it is not.
 * @example checkGenerator("f", "chance", generator(1)) // undefined
 */
export function checkGenerator(who: string, argument: string, value: unknown): void {
  const { nextIndex, nextUnit } = (value ?? {}) as Partial<Generator>;
  if (typeof nextIndex === "function" && typeof nextUnit === "function") return;
  reject(who, argument, "must be a generator", value, "make one with generator(seed)");
}

/** The rules that a number may break, in words; null when it breaks none. */
const RULES: Record<MatrixRule, (value: number) => string | null> = {
  any: (value) => (Number.isFinite(value) ? null : "must be finite"),
  moderate: (value) => (Math.abs(value) <= LARGEST ? null : `must be from -${LARGEST} to ${LARGEST}`),
  "not negative": (value) => amountRule(value),
  similarities: similarityRule,
};

/**
 * The rule that a similarity breaks, in words; null when it breaks none.
 * @example similarityRule(-1) // "must be a finite number, not negative"
 */
export function similarityRule(value: unknown): string | null {
  return amountRule(value, LARGEST_SIMILARITY);
}

function amountRule(value: unknown, most: number = LARGEST): string | null {
  if (!Number.isFinite(value) || (value as number) < 0) return "must be a finite number, not negative";
  return (value as number) > most ? `must be at most ${most}` : null;
}
