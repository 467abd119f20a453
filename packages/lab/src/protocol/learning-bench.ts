// Test errors along a run whose kernel learns: what a test row's frequencies are depends on all labels at once, so an
// engine that keeps them is asked, instead of adding one label's similarities. Draws and ties as in test-bench.ts.
import {
  type AdaptiveKernel,
  type EngineChoice,
  type EngineSession,
  Labels,
  type Matrix,
  openSession,
  type Pool,
  probabilitiesOf,
} from "xpal";
import type { Task } from "./task.ts";
import { type Bench, type Examinee, predicted, TieDraws } from "./test-bench.ts";

/** The test part of a task whose pool has a kernel that learns. */
export class LearningBench implements Bench {
  /** A session on the task's pool with the test rows as evaluation points; it serves strategies that look at none. */
  readonly session: EngineSession;
  readonly #task: Task;
  readonly #draws: TieDraws;
  readonly #learnt: LearntWeights | null;

  private constructor(task: Task, session: EngineSession, learnt: LearntWeights | null) {
    this.session = session;
    this.#task = task;
    this.#draws = new TieDraws(task);
    this.#learnt = learnt;
  }

  /** Opens a session in which the test rows are the evaluation points. */
  static async open(task: Task, engine?: EngineChoice): Promise<LearningBench> {
    const { kernel } = task.pool;
    const learnt = kernel.name === "adaptive" ? new LearntWeights(kernel as AdaptiveKernel) : null;
    const pool = withTestRows(task, learnt?.kernel ?? kernel);
    return new LearningBench(task, await openSession(pool, engine), learnt);
  }

  /** A classifier without labels. */
  begin(): Examinee {
    const { testTruth, pool } = this.#task;
    let labels = Labels.none(pool);
    const predictionsOf = ({ data, cols }: Matrix, t: number) =>
      testTruth.map((_, x) => predicted(data, this.#draws.at(t), x * cols, cols));
    return {
      learn: (_, all) => {
        labels = all;
      },
      wrongAt: async (t) => {
        const found = predictionsOf(await this.session.evaluationFrequencies(labels), t);
        return found.reduce((wrong, y, x) => wrong + (y === testTruth[x] ? 0 : 1), 0);
      },
      predictionsAt: async (t) => {
        const freq = await this.session.evaluationFrequencies(labels);
        const { data } = probabilitiesOf(freq);
        return { truth: testTruth, predicted: predictionsOf(freq, t), probabilities: data, classCount: freq.cols };
      },
      weights: () => this.#learnt?.at(pool, labels) ?? null,
    };
  }

  /** Gives back the session's threads and memory. */
  async close(): Promise<void> {
    await this.session.close();
  }
}

/** Overhears the weights that an engine has the kernel compute, since learning them again would take longer than all else. */
class LearntWeights {
  readonly kernel: AdaptiveKernel;
  readonly #own: AdaptiveKernel;
  #heard: { readonly labels: Labels; readonly weights: Float64Array | null } | undefined;

  constructor(own: AdaptiveKernel) {
    this.#own = own;
    this.kernel = {
      ...own,
      weigh: (labels, leftOut) => {
        const weights = own.weigh(labels, leftOut);
        this.#heard = { labels, weights };
        return weights;
      },
    };
  }

  at(pool: Pool, labels: Labels): { members: AdaptiveKernel["members"]; weights: Float64Array } | null {
    const heard = this.#heard?.labels === labels ? this.#heard.weights : this.#own.weightsAt(pool.features, labels);
    return heard === null ? null : { members: this.#own.members, weights: heard };
  }
}

function withTestRows({ pool, testFeatures: features }: Task, kernel: Pool["kernel"]): Pool {
  const evaluation = { size: features.rows, indices: null, features, weights: null, isPool: false, sampled: false };
  return Object.freeze({ ...pool, kernel, evaluation });
}
