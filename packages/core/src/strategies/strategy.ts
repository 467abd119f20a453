// The interface that every query strategy implements. A strategy is stateless: what it needs is in the view.
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import type { Generator } from "../random/generator.ts";

/** What a strategy may look at. The matrices are computed when first asked for. */
export interface View {
  readonly pool: Pool;
  readonly labels: Labels;
  /** The items to score, ascending. */
  readonly candidates: Uint32Array;
  readonly generator: Generator;
  /** k_x^L at the items of the pool: items x classes. */
  freq(): Matrix;
  /** k_x^L at the evaluation points: points x classes. */
  evaluationFreq(): Matrix;
  /** K(c, x) of the items of the pool: items x items. */
  similarity(): Matrix;
  /** K(c, x) of the items of the pool and the evaluation points: items x points. */
  evaluationSimilarity(): Matrix;
}

/** A strategy as written to a file: its name and its options. */
export interface StrategyJSON {
  readonly name: string;
  readonly [option: string]: unknown;
}

/** A rule that says how useful each candidate's label would be. The candidate with the largest score is asked for. */
export interface Strategy {
  readonly name: string;
  /**
   * Whether it scores by the kernel as it is before any label, also where the pool's kernel learns: for a strategy with
   * columns or a kernel of its own, of which a kernel that was learned on all columns says nothing.
   */
  readonly beforeLearning?: boolean;
  /**
   * Throws where the strategy cannot score this pool, whatever the labels; left out where it can score any. Called when a learner is
   * created and before every question, so that nobody labels items for a strategy that rejects them later.
   */
  check?(pool: Pool): void;
  /** One score per candidate, in the order of `view.candidates`; equal scores are ties. */
  scores(view: View): Float64Array;
  toJSON(): StrategyJSON;
}
