// How much of the similarities to store, within a budget of bytes: for every evaluation point the list of all items that are
// scored, in descending order ("lists"), or nothing, every needed similarity being computed again ("tiles").
import type { Pool } from "../../pool.ts";
import { memoryRejection } from "./memory-rejection.ts";
import { MAX_PAGES, PAGE_BYTES } from "./wasm-module.ts";

/** The ways of the engine. */
export const MODES = ["lists", "tiles"] as const;
export type Mode = (typeof MODES)[number];

/** What was decided. */
export interface MemoryPlan {
  readonly mode: Mode;
  /** How many items are scored, those that lie first. */
  readonly scored: number;
  /** Bytes that may be taken by everything, and up to which lists and the like are kept beside what must be there. */
  readonly budget: number;
  readonly keepWithin: number;
  /** Bytes that are in use already, and no longer in the budget. */
  readonly used: number;
  /** The decision in words. */
  readonly reason: string;
}

/** A value and an index per entry of a list. */
const ENTRY_BYTES = 12;
/** Columns of similarities to labelled items that should find room beside the lists. */
const KEPT_COLUMNS = 256;
/** Where budgets end: the kernel addresses four gibibytes. */
const MAX_BYTES = (MAX_PAGES - 16) * PAGE_BYTES;

/** What a plan must keep to. */
export interface MemoryLimits {
  readonly budget: number;
  readonly keepWithin: number;
  /** Bytes that what is learned takes at later questions: whatever only saves time leaves them free. */
  readonly learned?: number;
  /** Bytes that are in use already, and no longer in the budget; 0 by default. */
  readonly used?: number;
}

/** The best way within the limits, or the one that was asked for if it fits. */
export function planMemory(
  pool: Pool,
  scored: number,
  featureBytes: number,
  limits: MemoryLimits,
  wanted: Mode | undefined,
): MemoryPlan {
  const usable = Math.min(limits.budget, MAX_BYTES);
  const keepWithin = Math.min(limits.keepWithin, usable);
  const base = baseBytes(pool, scored, featureBytes);
  const { learned = 0, used = 0 } = limits;
  if (base > usable) throw memoryRejection(base, usable, used);
  const columns = KEPT_COLUMNS * pool.size * 8;
  const spare = Math.max(0, (wanted === "lists" ? usable : keepWithin) - base - learned);
  const room = spare - Math.min(columns, spare / 4);
  const lists = Math.ceil(scored / 2) * 2 * pool.evaluation.size * ENTRY_BYTES;
  if (wanted === "lists" && lists > room) throw memoryRejection(base + lists, usable, used);
  const mode = wanted ?? (lists <= room ? "lists" : "tiles");
  const done = mode === "lists" ? "every similarity is listed" : "similarities are computed anew at each question";
  return {
    mode,
    scored,
    budget: usable,
    used,
    // Sums are handed out when first used, which columns of similarities to many labelled items must not prevent.
    keepWithin: Math.max(0, Math.min(keepWithin, usable - sumBytes(scored, pool.classCount) - learned)),
    reason: `${done}: ${words(keepWithin)} may be used; all lists need ${words(lists)}`,
  };
}

/** What is needed whatever the way: features, frequencies, sums, and room to work. */
function baseBytes({ size, classCount, evaluation }: Pool, scored: number, featureBytes: number): number {
  const points = evaluation.isPool ? 0 : evaluation.size;
  const frequencies = (size + points) * classCount * 8;
  const sums = sumBytes(scored, classCount);
  const row = Math.max(size, evaluation.size) * 8;
  return featureBytes + frequencies + sums + row + (size + points) * 16 + 2 ** 20;
}

/** What sums take: items and classes are added up in pairs. */
export function sumBytes(scored: number, classCount: number): number {
  return Math.ceil(scored / 8) * 8 * Math.ceil(classCount / 2) * 16;
}

function words(bytes: number): string {
  return bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
