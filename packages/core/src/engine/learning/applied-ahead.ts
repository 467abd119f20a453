// Metrics that were fitted ahead of their use, applied to all items a piece at a time in slots beside those in use: when the
// answer comes from which on they are used, the slots change places and nobody waits (docs/decisions/0328-metrics-applied-ahead.md).
import type { LearnedGroup } from "../../kernels/learning/learned-kernel.ts";
import type { Labels } from "../../labels.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { GroupSlot, isWorkingSet } from "./group-slot.ts";

/** What is being applied. */
export class AppliedAhead {
  readonly #base: WasmState;
  /** By the name of the metric. */
  readonly #spare = new Map<string, GroupSlot>();
  #waiting: LearnedGroup[] = [];

  constructor(base: WasmState) {
    this.#base = base;
  }

  /** Begins with metrics; what was not finished of others is left as it is. */
  begin(groups: readonly LearnedGroup[]): void {
    this.#waiting = isWorkingSet(this.#base.pool) ? [...groups] : [];
  }

  /**
   * The next piece.
   * @param weightsOf The weights of a metric's members now; undefined where it is not in use.
   * @param others Bytes that should be left beside rows of distances.
   * @returns Whether there may be more.
   */
  step(labels: Labels, weightsOf: (name: string) => Float64Array | undefined, others: number): boolean {
    const [group] = this.#waiting;
    if (group === undefined) return false;
    const { name } = group.view;
    const slot = this.#spare.get(name);
    if (slot === undefined) {
      if (!this.#base.arena.fits(GroupSlot.bytesOf(this.#base, group) + others)) {
        this.#waiting = [];
        return false;
      }
      this.#spare.set(name, new GroupSlot(this.#base, group));
      return true;
    }
    const weights = weightsOf(name);
    if (slot.see(group.view) || slot.fillSomeRows(others)) return true;
    if (weights !== undefined && slot.parts.frequencies.prepareOne(labels, weights)) return true;
    this.#waiting.shift();
    return this.#waiting.length > 0;
  }

  /** The slot in which a group was applied, as far as it was; the one that was in use takes its place. */
  take({ view }: LearnedGroup, inUse: GroupSlot | undefined): GroupSlot | undefined {
    const slot = this.#spare.get(view.name);
    if (slot === undefined || slot.view !== view) return undefined;
    inUse?.parts.frequencies.forget(); // its columns are in the way
    if (inUse === undefined) this.#spare.delete(view.name);
    else this.#spare.set(view.name, inUse);
    this.#waiting = this.#waiting.filter((group) => group.view !== view);
    return slot;
  }
}
