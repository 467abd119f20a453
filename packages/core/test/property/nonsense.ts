// Nonsense to throw at exported functions: single values that break assumptions, and valid arguments with one part of
// them, however deep, replaced by such a value. Wholly random arguments would only ever meet the first check.
import fc from "fast-check";

const STRANGE: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => Infinity,
  () => -Infinity,
  () => -1,
  () => -0,
  () => 0,
  () => 0.5,
  () => 1,
  () => 3,
  () => 1e308,
  () => -1e308,
  () => 1e76,
  () => 5e-324,
  () => 2 ** 32,
  () => 2 ** 53,
  () => "",
  () => "a",
  () => "1",
  () => "line\nbreak",
  () => true,
  () => 1n,
  () => Symbol("s"),
  () => () => Number.NaN,
  () => [],
  () => [[]],
  () => [Number.NaN],
  () => [1, 2, 3],
  () => new Array(3),
  () => [null, undefined],
  () => ({}),
  () => Object.create(null),
  () => ({ length: -1 }),
  () => ({ length: 1e12 }),
  () => ({ rows: 2, cols: 2, data: new Float64Array(3) }),
  () => ({ rows: 1, cols: 1, data: [1] }),
  () => ({ rows: 1e9, cols: 1e9, data: new Float64Array(1) }),
  () => ({ rows: 2, groups: [] }),
  () => ({ rows: 1, cols: 1, starts: [0], columns: [], values: [] }),
  () => new Float64Array(0),
  () => Float64Array.of(Number.NaN, -1),
  () => new Uint8Array(2),
  () => new DataView(new ArrayBuffer(8)),
  () => new Date(0),
  () => new Map([[0, 1]]),
  () => /x/,
];

/** A value that few functions expect. */
const strange = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STRANGE).map((make) => make()) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 20 }) },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 1, maxKeys: 3 }) },
);

/** The valid arguments with a part replaced, left out or added; or no valid argument at all. */
export function nonsenseFor(valid: () => unknown[]): fc.Arbitrary<unknown[]> {
  const damaged = fc.tuple(fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 4 }), strange);
  return fc.oneof(
    { weight: 8, arbitrary: damaged.map(([way, value]) => damageArguments(valid(), way, value)) },
    { weight: 1, arbitrary: fc.array(strange, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), strange).map(([key, value]) => withOption(valid(), key, value)) },
  );
}

function damageArguments(args: unknown[], way: readonly number[], value: unknown): unknown[] {
  return args.length === 0 ? [value] : (damage(args, way, value) as unknown[]);
}

/** A copy in which what lies at the end of the way is the strange value; numbers on the way choose among the parts. */
function damage(whole: unknown, [step, ...rest]: readonly number[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole) && whole.length > 0) {
    const at = step % whole.length;
    return whole.map((part, i) => (i === at ? damage(part, rest, value) : part));
  }
  if (whole instanceof Float64Array && whole.length > 0 && typeof value === "number") {
    const copy = whole.slice();
    copy[step % copy.length] = value;
    return copy;
  }
  if (isPlain(whole)) {
    const keys = Object.keys(whole);
    const key = keys[step % keys.length];
    return { ...whole, [key]: damage(whole[key], rest, value) };
  }
  return value;
}

/** Only objects that callers write by hand are taken apart; a pool, kernel or strategy is replaced as a whole. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return false;
  const handMade = !Object.isFrozen(value) && !Object.values(value).some((part) => typeof part === "function");
  return handMade && Object.keys(value).length > 0;
}

function withOption(args: unknown[], key: string, value: unknown): unknown[] {
  return args.map((arg) => (isPlain(arg) ? { ...arg, [key]: value } : arg));
}
