// Error measured on audit items. They were drawn at random and not chosen by the model; each is predicted by a model
// that has not seen its label. So the share of wrong ones estimates the error on items that were not asked for.
import type { Pool } from "xpal";
import type { Share } from "../../protocol/messages.ts";

type Labelled = readonly (readonly [item: number, to: number])[];

/** What the audit items tell. */
export interface AuditErrors {
  readonly audit: Share | null;
  readonly confusion: number[][];
  readonly versusRandom: { readonly labels: number; readonly chosen: number; readonly random: number } | null;
}

/** Fewer random labels than this are no model to compare with. */
const FEWEST_RANDOM = 8;

/** The audit's error, confusion, and the comparison of as many chosen as random labels. */
export function auditErrors(pool: Pool, answers: Labelled, audits: Labelled): AuditErrors {
  const { classCount } = pool;
  const confusion = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  for (const [item, to] of audits) confusion[to][decided(pool, answers, item)]++;
  const wrong = wrongOf(pool, answers, audits);
  return {
    audit: audits.length === 0 ? null : wilson(wrong, audits.length),
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
    chosen: wrongOf(pool, chosen, audits) / audits.length,
    random: wrongOf(pool, audits, audits) / audits.length,
  };
}

function wrongOf(pool: Pool, training: Labelled, tested: Labelled): number {
  return tested.filter(([item, to]) => decided(pool, training, item) !== to).length;
}

function decided(pool: Pool, training: Labelled, item: number): number {
  return judgedByOthers(pool, training, item).decided;
}

/** The decision for an item by all labels but its own; without any it is the first class, as everywhere. */
export function judgedByOthers(
  { kernel, features, classCount }: Pool,
  training: Labelled,
  item: number,
): { decided: number; probability: number } {
  const k = new Float64Array(classCount);
  let total = 0;
  for (const [other, to] of training) {
    if (other === item) continue;
    const similarity = kernel.similarity(features, item, features, other);
    k[to] += similarity;
    total += similarity;
  }
  const decided = k.indexOf(Math.max(...k));
  return { decided, probability: total === 0 ? 1 / classCount : k[decided] / total };
}

/** A share with Wilson's 95 % interval, which stays inside 0 to 1 and is honest for few items. */
export function wilson(count: number, of: number): Share {
  const z = 1.96;
  const value = count / of;
  const centre = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half), count: of };
}
