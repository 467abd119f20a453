// What the kernel needs to know of the groups that are used (packages/core/wasm/group-rows.ts): where their distances are
// and how each locality's scales are summed. Scales that double from one to the next are one run: one power of two and
// squarings are shared by all of them.
import type { BankMember } from "../../kernels/learning/kernel-bank.ts";
import type { Arena } from "../memory/arena.ts";
import { LIMIT_COUNT, RUN_BYTES, RUN_LIMITS, SUM_GROUP_BYTES, VOICE_BYTES } from "../memory/layout.ts";
import type { GroupSlot } from "./group-slot.ts";
import { voiceLimits, type WeighedScale } from "./voice-limits.ts";

/** A group that is used, with the weights of its members. */
export interface WeighedSlot {
  readonly slot: GroupSlot;
  readonly weights: Float64Array;
}

/** Scales of a run: each squaring doubles the error. */
const MAX_IN_RUN = 3;

/** The groups in the kernel's memory. */
export class GroupBook {
  readonly at: number;
  readonly #arena: Arena;
  readonly #voices: number;
  readonly #runs: number;
  readonly #limits: number;
  readonly #localities: number;
  readonly #scales: number;
  /** Factors per item as 32-bit numbers, per slot and locality. */
  readonly #planes = new Map<GroupSlot, readonly number[]>();
  #written: readonly WeighedSlot[] = [];

  constructor(arena: Arena, groups: number, localities: number, scales: number) {
    this.at = arena.allocate(groups * SUM_GROUP_BYTES);
    this.#arena = arena;
    this.#localities = localities;
    this.#scales = scales;
    this.#voices = arena.allocate(groups * localities * VOICE_BYTES);
    this.#runs = arena.allocate(groups * localities * scales * RUN_BYTES);
    this.#limits = arena.allocate(groups * localities * LIMIT_COUNT * 4);
  }

  /** Writes the groups; rows of distances are kept where they fit beside this many other bytes. */
  write(used: readonly WeighedSlot[], others: number): void {
    if (used === this.#written) return;
    this.#written = used;
    used.forEach(({ slot, weights }, g) => {
      const { factors, state, distances } = slot.parts;
      const planes = this.#planesOf(slot);
      const kept = slot.keptRows(others);
      const relation = distances.inKernel ? state.relations.itemsWithPoint : 0;
      let voices = 0;
      factors.localities.forEach((locality, l) => {
        const scales = scalesOf(factors.bank.members, weights, locality);
        if (scales.length === 0) return;
        const runs = runsOf(scales);
        const voice = g * this.#localities + voices++;
        const at = this.#runs + voice * this.#scales * RUN_BYTES;
        for (const [r, run] of runs.entries()) this.#writeRun(at + r * RUN_BYTES, run);
        this.#writeLimits(at, voice, scales);
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
    numbers[0] = exponentOf(scale);
    numbers.set(weights, 2);
    this.#arena.words(at, 2)[1] = weights.length;
  }

  /** Limits of the exponent of a voice's first run, at `at`. */
  #writeLimits(at: number, voice: number, scales: readonly WeighedScale[]): void {
    const limits = this.#limits + voice * LIMIT_COUNT * 4;
    const exponents = voiceLimits(scales).map((distance) => exponentOf(scales[0].scale) * distance);
    new Float32Array(this.#arena.memory.buffer, limits, LIMIT_COUNT).set(exponents);
    this.#arena.words(at + RUN_LIMITS, 1)[0] = limits;
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

/** The power of two per unit of distance. */
function exponentOf(scale: number): number {
  return -scale / Math.LN2;
}

/** The scales of a locality's members that carry weight, smallest first. */
function scalesOf(members: readonly BankMember[], weights: Float64Array, locality: number): WeighedScale[] {
  return members
    .map(({ scale, locality: of }, m) => ({ scale, weight: of === locality ? weights[m] : 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => a.scale - b.scale);
}

/** Scales in runs. */
function runsOf(scales: readonly WeighedScale[]): Run[] {
  const runs: Run[] = [];
  for (const { scale, weight } of scales) {
    const last = runs.at(-1);
    if (last !== undefined && last.weights.length < MAX_IN_RUN && scale === last.scale * 2 ** last.weights.length) {
      last.weights.push(weight);
    } else runs.push({ scale, weights: [weight] });
  }
  return runs;
}
