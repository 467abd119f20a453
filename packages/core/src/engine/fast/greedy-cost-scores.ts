// The fast twin of the greedy baseline under costs (src/strategies/greedy-all.ts): by how much each candidate's true label
// would change the true cost of the decisions, then an exact choice.
import { decision } from "../../classifier/decide.ts";
import { type Matrix, row as rowOf } from "../../matrix.ts";
import { type GreedyAllStrategy, truthIndices } from "../../strategies/greedy-all.ts";
import { chooseExactly } from "../choose-exactly.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { largestOf } from "../largest-of.ts";
import { CostTable, costPointBytes } from "./cost-table.ts";
import { leaveAll } from "./leave-all.ts";
import { canHaveLists, pointLists } from "./point-lists.ts";
import type { WasmState } from "./wasm-state.ts";

/** Half the distance between 1 and the next double. */
const UNIT = 2 ** -53;

/** Scores candidates by the greedy baseline under costs, on a state whose evaluation points are the whole pool. */
export class GreedyCostScores {
  readonly #state: WasmState;
  readonly #table: CostTable;
  readonly #infos: readonly number[];
  readonly #truth: number;
  readonly #zeros: number;
  readonly #changes: number;

  constructor(state: WasmState) {
    const { arena, pool, scratchAreas } = state;
    this.#state = state;
    this.#table = new CostTable(arena, pool.classCount);
    this.#infos = scratchAreas.map(() => arena.allocate(costPointBytes(pool.classCount)));
    this.#truth = arena.allocate((pool.size + 8) * 4);
    this.#zeros = arena.put(new Float64Array(pool.classCount));
    this.#changes = arena.allocate(pool.size * 8 * scratchAreas.length);
  }

  score({ strategy, labels, candidates, count = 1 }: ScoreRequest): Scored {
    const { pool, arena, frequencies, relations, orders, scratchAreas } = this.#state;
    const loss = pool.lossMatrix as Matrix;
    const given = truthIndices((strategy as GreedyAllStrategy).truth, { pool });
    arena.words(this.#truth, pool.size).set(orders.items.map((item) => given[item]));
    frequencies.update(labels);
    const most = this.#table.write(loss);
    this.#addUp();
    relations.check();
    const now = this.#costNow(given, loss);
    const changes = arena.doubles(this.#changes, pool.size * scratchAreas.length);
    const scores = Float64Array.from(candidates, (c) => {
      let cost = now;
      for (let block = 0; block < scratchAreas.length; block++) {
        cost += changes[block * pool.size + orders.itemPlaces[c]];
      }
      return -(cost / pool.size);
    });
    // Whole costs, or halves, quarters and so on, add up exactly in any order: no candidate need be scored again.
    if (addsExactly(loss, pool.size, most)) return { scores, best: largestOf(scores) };
    // Two sums of n costs on this side and one in the definition, each rounded n times, over n.
    const bound = UNIT * 1.01 * (4 * pool.size + 8) * most;
    return chooseExactly(
      scores,
      count,
      () => bound,
      (place) => -(this.#exactly(candidates[place]) / pool.size),
    );
  }

  #addUp(): void {
    const { pool, jobs, scratchAreas, relations, frequencies } = this.#state;
    const { at, stride } = frequencies.points;
    jobs.call("clear", { at: this.#changes, length: pool.size * 8 * scratchAreas.length });
    const given = scratchAreas.map((_, block) => ({
      itemCount: pool.size,
      classCount: pool.classCount,
      freq: at,
      stride,
      zeros: this.#zeros,
      truth: this.#truth,
      costs: this.#table.at,
      changes: this.#changes + block * pool.size * 8,
      info: this.#infos[block],
    }));
    if (canHaveLists(this.#state)) {
      const lists = pointLists(this.#state);
      jobs.run(
        "greedyListsByCost",
        scratchAreas.map(({ from, to, left }, block) => ({ ...given[block], ...lists.addresses, from, to, left })),
      );
    } else leaveAll(this.#state);
    jobs.run(
      "greedyTilesByCost",
      scratchAreas.map(({ left, row, scratch }, block) => ({
        ...given[block],
        ...{ relation: relations.itemsWithPoint, points: left, row, scratch },
      })),
    );
  }

  /** What the decisions cost before any new label. */
  #costNow(truth: Uint32Array, loss: Matrix): number {
    const freq = this.#state.frequencies.matrixOf(this.#state.frequencies.points);
    let cost = 0;
    for (let x = 0; x < truth.length; x++) cost += rowOf(loss, truth[x])[decision(rowOf(freq, x), loss)];
    return cost;
  }

  #exactly(candidate: number): number {
    const { pool, jobs, relations, frequencies, scratchAreas, orders, pointPlaces } = this.#state;
    const { at, stride } = frequencies.points;
    return jobs.call("costAfterExactly", {
      relation: relations.pointsWithItem,
      candidate: orders.itemPlaces[candidate],
      places: pointPlaces,
      itemCount: pool.size,
      classCount: pool.classCount,
      freq: at,
      stride,
      truth: this.#truth,
      costs: this.#table.at,
      row: scratchAreas[0].row,
      scratch: scratchAreas[0].scratch,
      info: this.#infos[0],
    });
  }
}

/** The finest binary fraction that costs are looked at in. */
const FINEST = 2 ** 20;

/** Whether sums of `count` of these costs and of their differences have no rounding. */
function addsExactly({ data }: Matrix, count: number, most: number): boolean {
  return 2 * count * most * FINEST < 2 ** 53 && data.every((cost) => Number.isInteger(cost * FINEST));
}
