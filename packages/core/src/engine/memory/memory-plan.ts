// How much of the similarities to store, within a budget of bytes: for every evaluation point the list of all items in
// descending order ("lists"), only its most similar ones with recomputation where these do not reach ("cut"), or
// nothing, every needed similarity being computed again ("tiles"). Where only the best are asked for, large pools keep
// upper bounds ("bounds"), and the others for questions about all scores. A last way, a plain matrix of which every entry is
// visited ("dense"), is never chosen by itself; it is what the others are measured against.
import type { Pool } from "../../pool.ts";
import { BLOCKS } from "../threads/jobs.ts";
import { memoryRejection } from "./memory-rejection.ts";
import { MAX_PAGES, PAGE_BYTES } from "./wasm-module.ts";

/** The ways of the engine. */
export const MODES = ["lists", "cut", "tiles", "bounds", "dense"] as const;
export type Mode = (typeof MODES)[number];

/** What was decided. */
export interface MemoryPlan {
  readonly mode: Mode;
  /** Whether questions for the best are answered by bounds. */
  readonly bounds: boolean;
  /** Entries per list, even; 0 without lists. */
  readonly capacity: number;
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
/** Lists shorter than this share of the items would be left for recomputation too often to pay. */
const MIN_SHARE = 1 / 64;
/** Above this size of all lists, writing them out costs more than their ends are worth: */
const LARGE_BYTES = 2 ** 28;
/** then this share of the items is listed. Two labels on, few points reach further down, and these are recomputed. */
const LARGE_SHARE = 0.5;
/** From so many pairs on bounds pay: below, finer bounds and exact scores of some dozens cost more than lists. */
const BOUNDS_FROM = 150_000_000;
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
  featureBytes: number,
  limits: MemoryLimits,
  wanted: Mode | undefined,
): MemoryPlan {
  const usable = Math.min(limits.budget, MAX_BYTES);
  const keepWithin = Math.min(limits.keepWithin, usable);
  const base = baseBytes(pool, featureBytes);
  const { size, evaluation } = pool;
  const whole = Math.ceil(size / 2) * 2;
  const { learned = 0, used = 0 } = limits;
  if (base > usable) throw memoryRejection(base, usable, used);
  const columns = KEPT_COLUMNS * size * 8;
  const spare = Math.max(0, (wanted === "lists" ? usable : keepWithin) - base - learned);
  const room = spare - Math.min(columns, spare / 4);
  const fitting = Math.min(whole, 2 * Math.floor(room / evaluation.size / ENTRY_BYTES / 2));
  const complete = whole * evaluation.size * ENTRY_BYTES;
  const worthwhile = complete > LARGE_BYTES ? 2 * Math.ceil((size * LARGE_SHARE) / 2) : whole;
  const capacity = wanted === "lists" ? fitting : Math.min(fitting, worthwhile);
  const mode = wanted ?? (capacity === whole ? "lists" : capacity >= size * MIN_SHARE ? "cut" : "tiles");
  if (mode === "lists" && capacity < whole) throw memoryRejection(base + complete, usable, used);
  const isLarge = mode === "tiles" || (mode === "cut" && size * evaluation.size >= BOUNDS_FROM);
  const said = `${words(keepWithin)} may be used; all lists need ${words(complete)}`;
  const plan = {
    mode,
    bounds: mode === "bounds" || (wanted === undefined && isLarge),
    budget: usable,
    used,
    // Sums are handed out when first used, which columns of similarities to many labelled items must not prevent.
    keepWithin: Math.max(0, Math.min(keepWithin, usable - BLOCKS * sumBytes(pool) - learned)),
  };
  if (mode === "lists") return { ...plan, capacity: whole, reason: `every similarity is listed: ${said}` };
  if (mode === "dense") {
    const stored = base + (whole + 8) * evaluation.size * 8;
    if (stored > usable) throw memoryRejection(stored, usable, used);
    return { ...plan, capacity: 0, reason: `every similarity is stored and visited, as was asked: ${said}` };
  }
  if (mode === "tiles" || mode === "bounds") {
    return { ...plan, capacity: 0, reason: `similarities are computed anew at each question: ${said}` };
  }
  const forced = wanted === "cut" && capacity === whole;
  const cut = forced ? Math.max(2, 2 * Math.floor(whole / 16)) : Math.max(2, capacity);
  return {
    ...plan,
    capacity: cut,
    reason: `the ${cut} most similar items of each point are listed: ${said}`,
  };
}

/** What is needed whatever the way: features, frequencies, sums per block, and room to work. */
function baseBytes({ size, classCount, evaluation }: Pool, featureBytes: number): number {
  const points = evaluation.isPool ? 0 : evaluation.size;
  const frequencies = (size + points) * classCount * 8;
  const sums = BLOCKS * sumBytes({ size, classCount });
  const rows = BLOCKS * Math.max(size, evaluation.size) * 8;
  return featureBytes + frequencies + sums + rows + (size + points) * 16 + 2 ** 20;
}

/** What the sums of one block take: items and classes are added up in pairs. */
export function sumBytes({ size, classCount }: Pick<Pool, "size" | "classCount">): number {
  return Math.ceil(size / 8) * 8 * Math.ceil(classCount / 2) * 16;
}

function words(bytes: number): string {
  return bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
