// The fast twin of query by committee (src/strategies/qbc.ts): the same draws, then the scores by the quickest way that
// the kernel allows. With RBF they are rough first, and exact where they decide; else they have the definition's bits.
import { itemsOf } from "../../../labels.ts";
import type { Matrix } from "../../../matrix.ts";
import {
  type CommitteeMember,
  checkSamples,
  drawCommittee,
  labelledClassCount,
  type QbcStrategy,
} from "../../../strategies/qbc.ts";
import { chooseExactly } from "../../choose-exactly.ts";
import type { Scored, ScoreRequest } from "../../engine.ts";
import { largestOf } from "../../largest-of.ts";
import type { WasmState } from "../wasm-state.ts";
import { CommitteeCosines } from "./committee-cosines.ts";
import { CommitteeCounts } from "./committee-counts.ts";
import { CommitteeScores } from "./committee-scores.ts";
import { type Answers, ExactCommittee } from "./exact-committee.ts";

/** Scores candidates by a committee's disagreement. */
export class QbcScores {
  readonly #state: WasmState;
  readonly #exact: ExactCommittee;
  readonly #rough: CommitteeScores | undefined;
  readonly #counts: CommitteeCounts | undefined;
  readonly #cosines: CommitteeCosines | undefined;

  constructor(state: WasmState) {
    const { name } = state.pool.kernel;
    this.#state = state;
    this.#exact = new ExactCommittee(state);
    this.#rough = name === "rbf" ? new CommitteeScores(state) : undefined;
    this.#counts = CommitteeCounts.of(state);
    this.#cosines = name === "cosine" ? new CommitteeCosines(state) : undefined;
  }

  score({ strategy, labels, candidates, generator, count = 1 }: ScoreRequest): Scored {
    const { pool, orders } = this.#state;
    const { memberCount, members: given } = strategy as QbcStrategy;
    checkSamples({ labels }, given ?? []);
    if (labelledClassCount({ labels }) < 2) {
      const none = new Float64Array(candidates.length);
      return { scores: none, best: largestOf(none) };
    }
    const committee = given ?? drawCommittee({ pool, labels }, memberCount, generator);
    const answers = new Map(itemsOf(labels).map(({ index, counts }) => [index, counts]));
    const places = candidates.map((item) => orders.itemPlaces[item]);
    const plain = withoutRepetition(committee, (pool.features as Matrix).cols);
    const chosen = plain ? this.#roughly(committee, answers, places, count) : undefined;
    if (chosen !== undefined) return chosen;
    const quick = this.#cosines ?? (plain ? this.#counts : undefined);
    const frequencies = quick === undefined ? this.#exact.bySimilarities(answers) : quick.frequencies(answers);
    const scores = gathered(this.#exact.scores(committee, frequencies), places);
    return { scores, best: largestOf(scores) };
  }

  /** Rough scores, exact where they decide or could not be had otherwise. */
  #roughly(
    committee: readonly CommitteeMember[],
    answers: Answers,
    places: Uint32Array,
    count: number,
  ): Scored | undefined {
    const rough = this.#rough?.scores(committee, answers);
    if (rough === undefined) return undefined;
    const scores = gathered(rough.scores, places);
    const exactly = this.#exact.scoreAt(committee, this.#exact.bySimilarities(answers));
    for (let i = 0; i < scores.length; i++) if (scores[i] === Infinity) scores[i] = exactly(places[i]);
    return chooseExactly(
      scores,
      count,
      () => rough.bound,
      (i) => exactly(places[i]),
    );
  }
}

/** Whether no member names a column twice, as members given by hand may. */
function withoutRepetition(committee: readonly CommitteeMember[], cols: number): boolean {
  const seen = new Int32Array(cols).fill(-1);
  return committee.every(({ columns }, m) => {
    for (let i = 0; i < columns.length; i++) {
      if (seen[columns[i]] === m) return false;
      seen[columns[i]] = m;
    }
    return true;
  });
}

function gathered(all: Float64Array, places: Uint32Array): Float64Array {
  const scores = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) scores[i] = all[places[i]];
  return scores;
}
