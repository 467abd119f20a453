// The expected gain of every item, fast: block after block of evaluation points, from lists, tiles or the dense matrix.
// The selection without labels depends on the similarities alone and is kept.

import { BLOCKS } from "../threads/jobs.ts";
import { hasLists, pointLists } from "./point-lists.ts";
import { similarityMatrix } from "./similarity-matrix.ts";
import type { Machine } from "./wasm-state.ts";

/** What a computation found out beside the gains. */
interface Found {
  /** The share of the evaluation points, by weight, at which any pair can be live; never too small. */
  readonly live: number;
  /** Whether all priors at the evaluation points are equal. */
  readonly uniform: boolean;
  /** Whether the workplaces list the points at which any pair can be live. */
  readonly listed: boolean;
}

/** Gains of one machine's items; they are written to its `scores`. */
export class GainSums {
  /** Addresses of the priors. */
  readonly alpha: number;
  readonly beta: number;
  readonly #machine: Machine;
  #first: { readonly key: string; readonly scores: Float64Array } | undefined;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.alpha = machine.arena.allocate(machine.pool.classCount * 8);
    this.beta = machine.arena.allocate(machine.pool.classCount * 8);
  }

  /** Computes the gains at the machine's frequencies. */
  compute(alpha: Float64Array, beta: Float64Array, nothingLabelled: boolean): Found {
    const { arena, team, sums } = this.#machine;
    arena.doubles(this.alpha, alpha.length).set(alpha);
    arena.doubles(this.beta, beta.length).set(beta);
    const uniform = alpha.every((prior) => prior === alpha[0]);
    if (nothingLabelled && uniform) {
      return { live: this.#firstSelection(alpha, beta), uniform, listed: false };
    }
    team.call("clear", sums.at, BLOCKS * sums.blockBytes);
    const live = this.#addUp(uniform);
    this.#finish();
    const { mode } = this.#machine.plan;
    return { live, uniform, listed: mode === "lists" || mode === "cut" };
  }

  /** Gains with nothing labelled: the sums of w / (S + w), made while the lists are built where that is to come. */
  #firstSelection(alpha: Float64Array, beta: Float64Array): number {
    const { pool, arena, team, workplaces, relations, sums, scores, weights, plan } = this.#machine;
    let sum = 0;
    for (const prior of alpha) sum += prior;
    const key = `${sum} ${beta.join(" ")}`;
    if (this.#first?.key !== key) {
      team.call("clear", sums.at, BLOCKS * sums.blockBytes);
      const first = { sum, at: sums.at, blockBytes: sums.blockBytes };
      if (plan.capacity > 0 && !hasLists(this.#machine)) pointLists(this.#machine, first);
      else {
        team.run(
          "sumFirst",
          workplaces.map(({ from, to, row, scratch }, block) => [
            ...[relations.itemsWithPoint, from, to, pool.size, row, scratch],
            ...[sum, sums.at + block * sums.blockBytes, weights],
          ]),
        );
      }
      const numbers = [pool.size, pool.classCount, this.beta, sums.at, BLOCKS, sums.blockBytes];
      team.call("finishFirst", ...numbers, this.#scale(), scores);
      this.#first = { key, scores: arena.doubles(scores, pool.size).slice() };
    }
    arena.doubles(scores, pool.size).set(this.#first.scores);
    return 1;
  }

  #addUp(uniform: boolean): number {
    const { mode } = this.#machine.plan;
    if (mode === "dense") return this.#addMatrix(uniform);
    const live = mode === "tiles" ? this.#leaveAll() : this.#addLists(uniform);
    this.#addLeft();
    return live;
  }

  #addLists(uniform: boolean): number {
    const { pool, team, workplaces, frequencies, sums, weights } = this.#machine;
    const { points } = frequencies;
    const { head, capacity, bits, heads, headIndices, values, indices, lengths, lowEdges } = pointLists(this.#machine);
    const live = team.run(
      "scoreLists",
      workplaces.map(({ from, to, info, left, alive }, block) => [
        ...[from, to, pool.size, pool.classCount, points.at, points.stride, this.alpha, weights],
        ...[head, capacity, bits, heads, headIndices, values, indices, lengths, lowEdges],
        ...[sums.at + block * sums.blockBytes, info, left, alive, uniform ? 1 : 0],
      ]),
    );
    return live.reduce((sum, weight) => sum + weight, 0) * this.#scale();
  }

  /** Without lists all points of a block are left for recomputation. */
  #leaveAll(): number {
    for (const { from, to, left } of this.#machine.workplaces) {
      const words = this.#machine.arena.words(left, to - from + 1);
      words[0] = to - from;
      for (let x = from; x < to; x++) words[x - from + 1] = x;
    }
    return 1;
  }

  /** The points whose lists do not reach down to their smallest gap. */
  #addLeft(): void {
    const { pool, arena, team, workplaces, relations, frequencies, sums, weights } = this.#machine;
    const { points } = frequencies;
    if (workplaces.every(({ left }) => arena.words(left, 1)[0] === 0)) return;
    team.run(
      "scoreTiles",
      workplaces.map(({ left, info, row, scratch }, block) => [
        ...[relations.itemsWithPoint, left, pool.size, pool.classCount, points.at, points.stride, this.alpha],
        ...[weights, sums.at + block * sums.blockBytes, info, row, scratch],
      ]),
    );
  }

  #addMatrix(uniform: boolean): number {
    const { pool, team, workplaces, frequencies, sums, weights } = this.#machine;
    const { points } = frequencies;
    const matrix = similarityMatrix(this.#machine);
    team.run(
      "scoreDense",
      workplaces.map(({ from, to, info }, block) => [
        ...[from, to, pool.size, pool.classCount, points.at, points.stride, this.alpha, weights],
        ...[matrix, sums.at + block * sums.blockBytes, info, uniform ? 1 : 0],
      ]),
    );
    return 1;
  }

  #finish(): void {
    const { pool, team, frequencies, sums, scores, plan } = this.#machine;
    const { items } = frequencies;
    const steps = plan.mode === "dense" ? [8, Math.ceil(pool.size / 8) * 64] : [Math.ceil(pool.classCount / 2) * 16, 8];
    const numbers = [pool.size, pool.classCount, items.at, items.stride, this.beta, sums.at, BLOCKS, sums.blockBytes];
    team.call("finishGain", ...numbers, ...steps, this.#scale(), scores);
  }

  #scale(): number {
    return this.#machine.weights === 0 ? 1 / this.#machine.pool.evaluation.size : 1;
  }
}
