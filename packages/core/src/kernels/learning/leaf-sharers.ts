// In how many trees items share a leaf. Leaves of a grown tree hold few items each, so those of a leaf are looked up
// instead of comparing all pairs of items tree by tree.

/** The items in each leaf of each tree. */
export class LeafSharers {
  /** Leaf after leaf of each tree: the last item in it, or -1; and for each tree and item the one before in its leaf. */
  readonly #last: readonly Int32Array[];
  readonly #before: readonly Int32Array[];
  readonly #counts: Uint32Array;

  /** @param leaves The leaf in each tree, item by item. */
  constructor(leaves: readonly Float64Array[]) {
    this.#counts = new Uint32Array(leaves.length);
    this.#before = Array.from(leaves[0] ?? [], () => new Int32Array(leaves.length));
    this.#last = this.#before.map((before, t) => {
      const last = new Int32Array(1 + leaves.reduce((most, own) => Math.max(most, own[t]), 0)).fill(-1);
      leaves.forEach((own, place) => {
        before[place] = last[own[t]];
        last[own[t]] = place;
      });
      return last;
    });
  }

  /** In how many of some trees each item shares a leaf with one that has these leaves; good until the next call. */
  counts(leaves: Float64Array, trees: Uint32Array): Uint32Array {
    const counts = this.#counts.fill(0);
    for (const t of trees) {
      const before = this.#before[t];
      for (let place = this.#last[t][leaves[t]]; place >= 0; place = before[place]) counts[place]++;
    }
    return counts;
  }
}
