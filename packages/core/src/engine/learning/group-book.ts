// What the kernel needs to know of the groups that are used (packages/core/wasm/group-rows.ts): where their distances are
// and how each locality's scales are summed. Scales that double from one to the next are one run: one power of two and
// squarings are shared by all of them.
import type { BankMember } from "../../kernels/learning/kernel-bank.ts";
import type { Arena } from "../memory/arena.ts";
import { RUN_BYTES, SUM_GROUP_BYTES, VOICE_BYTES } from "../memory/layout.ts";
import type { GroupSlot } from "./group-slot.ts";

/** A group that is used, with the weights of its members. */
export interface WeighedSlot {
  readonly slot: GroupSlot;
  readonly weights: Float64Array;
}

/** Scales of a run: each squaring doubles the error. */
const MOST_IN_RUN = 3;

/** The groups in the kernel's memory. */
export class GroupBook {
  readonly at: number;
  readonly #arena: Arena;
  readonly #voices: number;
  readonly #runs: number;
  readonly #localities: number;
  readonly #scales: number;
  /** Factors per item as 32-bit numbers, per slot and locality. */
  readonly #planes = new Map<GroupSlot, readonly number[]>();

  constructor(arena: Arena, groups: number, localities: number, scales: number) {
    this.at = arena.allocate(groups * SUM_GROUP_BYTES);
    this.#arena = arena;
    this.#localities = localities;
    this.#scales = scales;
    this.#voices = arena.allocate(groups * localities * VOICE_BYTES);
    this.#runs = arena.allocate(groups * localities * scales * RUN_BYTES);
  }

  /** Writes the groups; rows of distances are kept where they fit beside this many other bytes. */
  write(used: readonly WeighedSlot[], others: number): void {
    used.forEach(({ slot, weights }, g) => {
      const { factors, state, distances } = slot.parts;
      const planes = this.#planesOf(slot);
      const kept = slot.keptRows(others);
      const relation = distances.inKernel ? state.relations.itemsWithPoint : 0;
      let voices = 0;
      factors.localities.forEach((locality, l) => {
        const runs = runsOf(factors.bank.members, weights, locality);
        if (runs.length === 0) return;
        const voice = g * this.#localities + voices++;
        const at = this.#runs + voice * this.#scales * RUN_BYTES;
        for (const [r, run] of runs.entries()) this.#writeRun(at + r * RUN_BYTES, run);
        const points = factors.points.at + l * factors.points.stride * 8;
        const plane = locality === 0 ? 0 : planes[l];
        this.#arena.words(this.#voices + voice * VOICE_BYTES, 4).set([plane, points, runs.length, at]);
      });
      const first = this.#voices + g * this.#localities * VOICE_BYTES;
      this.#arena.words(this.at + g * SUM_GROUP_BYTES, 5).set([relation, voices, first, kept.at, kept.good]);
    });
  }

  #writeRun(at: number, { scale, weights }: Run): void {
    const numbers = new Float32Array(this.#arena.memory.buffer, at, RUN_BYTES / 4);
    numbers.fill(0);
    numbers[0] = -scale / Math.LN2;
    numbers.set(weights, 2);
    this.#arena.words(at, 2)[1] = weights.length;
  }

  #planesOf(slot: GroupSlot): readonly number[] {
    const known = this.#planes.get(slot);
    if (known !== undefined) return known;
    const { items, localities } = slot.parts.factors;
    const planes = localities.map((locality, l) => {
      if (locality === 0) return 0;
      const at = this.#arena.allocate(items.stride * 4);
      const wide = this.#arena.doubles(items.at + l * items.stride * 8, items.stride);
      new Float32Array(this.#arena.memory.buffer, at, items.stride).set(wide);
      return at;
    });
    this.#planes.set(slot, planes);
    return planes;
  }
}

/** Scales that double, with their weights. */
interface Run {
  readonly scale: number;
  readonly weights: number[];
}

/** The runs of a locality's members that carry weight. */
function runsOf(members: readonly BankMember[], weights: Float64Array, locality: number): Run[] {
  const own = members
    .map(({ scale, locality: of }, m) => ({ scale, weight: of === locality ? weights[m] : 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => a.scale - b.scale);
  const runs: Run[] = [];
  for (const { scale, weight } of own) {
    const last = runs.at(-1);
    if (last !== undefined && last.weights.length < MOST_IN_RUN && scale === last.scale * 2 ** last.weights.length) {
      last.weights.push(weight);
    } else runs.push({ scale, weights: [weight] });
  }
  return runs;
}
