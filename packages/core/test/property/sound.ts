// Whether an answer is one that a caller can build on: no NaN, no infinity, and what it can do works.
import {
  createPool,
  type Kernel,
  Labels,
  type Pool,
  query,
  type Strategy,
  similarities,
  XpalError,
} from "../../src/index.ts";
import { madeUpPoints } from "../made-up-pools.ts";

/** Fails with a reason unless every number in a value is finite; Labels, pools, kernels and strategies are put to use. */
export async function expectSound(value: unknown, path = "result"): Promise<void> {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error(`${path} is ${value}`);
  } else if (value instanceof Float64Array || Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) await expectSound(value[i], `${path}[${i}]`);
  } else if (value !== null && typeof value === "object") {
    await putToUse(value as Partial<Kernel & Strategy & Pool>);
    for (const [key, part] of Object.entries(value)) {
      if (!(key === "pool" || key === "features" || key === "truth")) await expectSound(part, `${path}.${key}`);
    }
  }
}

async function putToUse(value: Partial<Kernel & Strategy & Pool>): Promise<void> {
  const points = madeUpPoints(5, 3);
  await orRejected(async () => {
    if (typeof value.similarity === "function") {
      const { data } = similarities(value as Kernel, points, points);
      if (data.some((w) => !(w >= 0 && w < Infinity))) throw new Error("a similarity is not a finite number");
      const pool = createPool({ features: points, kernel: value as Kernel, classes: ["a", "b"] });
      const labels = Labels.from(
        pool,
        [0, 1, 2, 3].map((i) => [i, "ab"[i % 2]]),
      );
      const { scores } = await query({ pool, labels, engine: "definition" });
      if (!Number.isFinite(scores[4])) throw new Error(`a gain is not finite: ${scores}`);
    }
    if (typeof value.scores === "function") {
      const pool = createPool({ features: points, classes: ["a", "b"] });
      const labels = Labels.from(pool, [
        [0, "a"],
        [1, "b"],
      ]);
      const { scores } = await query({ pool, labels, strategy: value as Strategy });
      if (scores.slice(2).some((score) => !Number.isFinite(score))) throw new Error(`a score is not finite: ${scores}`);
    }
    if (value.evaluation !== undefined && value.kernel !== undefined) {
      const { scores } = await query({ pool: value as Pool });
      if (scores.some((score) => !Number.isFinite(score))) throw new Error(`a gain is not finite: ${scores}`);
    }
  });
}

/** Runs a call that may reject; any other failure is passed on. Answers whether it went through. */
export async function orRejected(call: () => unknown): Promise<{ rejected: boolean; value?: unknown }> {
  try {
    return { rejected: false, value: await call() };
  } catch (error) {
    if (!(error instanceof XpalError)) throw error;
    if (error.message.includes("\n")) throw new Error(`more than one line: ${error.message}`);
    return { rejected: true };
  }
}

/** A value as text in which every bit shows, to see whether a call has changed it. */
export function bits(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (ArrayBuffer.isView(part)) return [...new Uint8Array(part.buffer, part.byteOffset, part.byteLength)].join(" ");
    if (part instanceof Map) return [...part];
    if (part === undefined || typeof part === "bigint" || typeof part === "symbol" || typeof part === "function")
      return String(part);
    return Object.is(part, -0) || (typeof part === "number" && !Number.isFinite(part)) ? `number ${part}` : part;
  });
}
