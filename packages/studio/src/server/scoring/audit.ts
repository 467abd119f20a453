// Error measured on audit items. They were drawn at random and not chosen by the model; each is predicted by a model
// that has not seen its label. So the share of wrong ones estimates the error on items that were not asked for.
import type { Kernel, Pool } from "xpal";
import type { Share } from "../../protocol/messages.ts";
import { type Labelled, LeftOut } from "./left-out.ts";

/** What the audit items tell. */
export interface AuditErrors {
  readonly audit: Share | null;
  readonly confusion: number[][];
  readonly versusRandom: { readonly labels: number; readonly chosen: number; readonly random: number } | null;
}

/** Fewer random labels than this are no model to compare with. */
const FEWEST_RANDOM = 8;

/**
 * The audit's error, confusion, and the comparison of as many chosen as random labels.
 * @param leftOut What all answers say of each item without its own.
 * @param learnt The kernel as all answers have taught it.
 */
export function auditErrors(
  pool: Pool,
  leftOut: LeftOut,
  learnt: Kernel,
  answers: Labelled,
  audits: Labelled,
): AuditErrors {
  const { classCount } = pool;
  const confusion = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  for (const [item, to] of audits) confusion[to][decided(leftOut.at(item, learnt))]++;
  const right = confusion.reduce((sum, row, to) => sum + row[to], 0);
  return {
    audit: audits.length === 0 ? null : wilson(audits.length - right, audits.length),
    confusion,
    versusRandom: versusRandom(pool, answers, audits),
  };
}

/** The same number of labels, all chosen or all random, tested on the same items. */
function versusRandom(pool: Pool, answers: Labelled, audits: Labelled): AuditErrors["versusRandom"] {
  const random = new Set(audits.map(([item]) => item));
  const chosen = answers.filter(([item]) => !random.has(item)).slice(0, audits.length);
  if (audits.length < FEWEST_RANDOM || chosen.length < audits.length) return null;
  return {
    labels: audits.length,
    chosen: wrongShare(pool, chosen, audits),
    random: wrongShare(pool, audits, audits),
  };
}

function wrongShare(pool: Pool, training: Labelled, tested: Labelled): number {
  const leftOut = new LeftOut(pool, training);
  return tested.filter(([item, to]) => decided(leftOut.at(item, pool.kernel)) !== to).length / tested.length;
}

/** The class with the largest frequency; of equal ones the first, as everywhere. */
function decided(freq: Float64Array): number {
  return freq.indexOf(Math.max(...freq));
}

/** A share with Wilson's 95 % interval, which stays inside 0 to 1 and is honest for few items. */
export function wilson(count: number, of: number): Share {
  const z = 1.96;
  const value = count / of;
  const centre = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half), count: of };
}
