// The fast twin of xPAL (src/strategies/xpal.ts): visits only pairs that can flip a decision, then makes the choice
// exact by scoring those that could be the best in the definition's own order of operations.
import { priorPerClass } from "../classifier/priors.ts";
import type { XpalStrategy } from "../strategies/xpal.ts";
import { chooseExactly } from "./choose-exactly.ts";
import type { Scored, ScoreRequest } from "./engine.ts";
import type { Machine } from "./machine.ts";
import { PointLists } from "./point-lists.ts";
import { BLOCKS } from "./team.ts";

/** Half the distance between 1 and the next double. */
const UNIT = 2 ** -53;

/** Scores candidates by xPAL on one machine; lists and the first selection are kept. */
export class XpalScores {
  readonly #machine: Machine;
  readonly #alpha: number;
  readonly #beta: number;
  readonly #rooms: number;
  #lists: PointLists | undefined;
  #first: { readonly key: string; readonly scores: Float64Array } | undefined;

  constructor(machine: Machine) {
    const { arena, pool } = machine;
    this.#machine = machine;
    this.#alpha = arena.allocate(pool.classCount * 8);
    this.#beta = arena.allocate(pool.classCount * 8);
    this.#rooms = arena.allocate(pool.classCount * 16);
  }

  /** The scores, exact where they decide. */
  score({ strategy, labels, candidates, count = 1 }: ScoreRequest): Scored {
    const { pool, arena, frequencies, relations, scores } = this.#machine;
    const { evaluationPrior, candidatePrior } = strategy as XpalStrategy;
    const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
    const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
    arena.doubles(this.#alpha, alpha.length).set(alpha);
    arena.doubles(this.#beta, beta.length).set(beta);
    frequencies.update(labels);
    const uniform = alpha.every((prior) => prior === alpha[0]);
    const live = labels.count === 0 && uniform ? this.#firstSelection(alpha, beta) : this.#selection();
    relations.check();
    const all = arena.doubles(scores, pool.size);
    const fast = Float64Array.from(candidates, (c) => all[c]);
    if (live === 0) return { scores: fast, best: Uint32Array.from(fast.keys()) }; // no label flips anything: all are 0
    const bound = errorBound(pool.classCount, pool.evaluation.size, live, uniform);
    return chooseExactly(fast, count, bound, (place) => this.#exactly(candidates[place]));
  }

  /** Scores with nothing labelled; returns the share of points at which a pair is live. */
  #firstSelection(alpha: Float64Array, beta: Float64Array): number {
    const { pool, arena, team, workplaces, relations, sums, scores, weights, plan } = this.#machine;
    let sum = 0;
    for (const prior of alpha) sum += prior;
    const key = `${sum} ${beta.join(" ")}`;
    const first = { sum, at: sums.at, blockBytes: sums.blockBytes };
    if (this.#first?.key !== key) {
      team.call("clear", sums.at, BLOCKS * sums.blockBytes);
      if (plan.mode !== "tiles" && this.#lists === undefined) this.#lists = new PointLists(this.#machine, first);
      else {
        team.run(
          "sumFirst",
          workplaces.map(({ from, to, row, scratch }, block) => [
            ...[relations.itemsWithPoint, from, to, pool.size, row, scratch],
            ...[sum, sums.at + block * sums.blockBytes, weights],
          ]),
        );
      }
      const scale = weights === 0 ? 1 / pool.evaluation.size : 1;
      team.call(
        "finishFirst",
        ...[pool.size, pool.classCount, this.#beta, sums.at, BLOCKS, sums.blockBytes, scale, scores],
      );
      this.#first = { key, scores: arena.doubles(scores, pool.size).slice() };
    }
    arena.doubles(scores, pool.size).set(this.#first.scores);
    return 1;
  }

  #selection(): number {
    const { pool, team, workplaces, relations, frequencies, sums, scores, weights, plan } = this.#machine;
    const { points, items } = frequencies;
    team.call("clear", sums.at, BLOCKS * sums.blockBytes);
    let live = 0;
    if (plan.mode === "tiles") for (const { from, to, left } of workplaces) this.#takeAll(from, to, left);
    else {
      this.#lists ??= new PointLists(this.#machine);
      const { capacity, bits, values, indices, lengths, lowEdges } = this.#lists;
      const weighed = team.run(
        "scoreLists",
        workplaces.map(({ from, to, info, left }, block) => [
          ...[from, to, pool.size, pool.classCount, points.at, points.stride, this.#alpha, weights],
          ...[capacity, bits, values, indices, lengths, lowEdges, sums.at + block * sums.blockBytes, info, left],
        ]),
      );
      for (const weight of weighed) live += weight;
    }
    const left = workplaces.map((workplace) => this.#machine.arena.words(workplace.left, 1)[0]);
    if (left.some((count) => count > 0)) {
      team.run(
        "scoreTiles",
        workplaces.map(({ left, info, row, scratch }, block) => [
          ...[relations.itemsWithPoint, left, pool.size, pool.classCount, points.at, points.stride, this.#alpha],
          ...[weights, sums.at + block * sums.blockBytes, info, row, scratch],
        ]),
      );
    }
    const scale = weights === 0 ? 1 / pool.evaluation.size : 1;
    team.call(
      "finishGain",
      ...[pool.size, pool.classCount, items.at, items.stride, this.#beta],
      ...[sums.at, BLOCKS, sums.blockBytes, scale, scores],
    );
    return plan.mode === "tiles" ? 1 : live * scale;
  }

  /** Without lists all points of a block are left for recomputation. */
  #takeAll(from: number, to: number, left: number): void {
    const words = this.#machine.arena.words(left, to - from + 1);
    words[0] = to - from;
    for (let x = from; x < to; x++) words[x - from + 1] = x;
  }

  #exactly(candidate: number): number {
    const { pool, team, relations, frequencies, weights, workplaces } = this.#machine;
    const { points, items } = frequencies;
    return team.call(
      "gainExactly",
      ...[relations.pointsWithItem, candidate, pool.evaluation.size, pool.classCount, points.at, points.stride],
      ...[items.at, items.stride, this.#alpha, this.#beta, weights],
      ...[workplaces[0].row, workplaces[0].scratch, this.#rooms],
    );
  }
}

/**
 * How far a fast score can be from the definition's, as a function of the score; u is the unit roundoff, C the number
 * of classes. A live term has an error of at most (C + 4) u in the definition, whose two probabilities are rounded
 * C + 3 times, and of (C + 8) u here, one more with weights; terms lie in [-1, 1], and only live points have any.
 * Adding n of them costs both sides n u of their sum, and the chances of the labels 3 C + 10 roundings each. With equal
 * priors no term is below 0 by more than rounding, so that their sum is the score; else it is at most the live share.
 */
function errorBound(classCount: number, pointCount: number, live: number, uniform: boolean): (score: number) => number {
  const perTerm = (2 * classCount + 14) * live;
  const perSum = 2 * pointCount + 6 * classCount + 20;
  return (score) => UNIT * 1.01 * (perTerm + perSum * (uniform ? Math.abs(score) + 4 * perTerm * UNIT : live));
}
