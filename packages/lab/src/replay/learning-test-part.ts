// Test errors along a run whose kernel learns: what a test row's frequencies are depends on all labels at once, so an
// engine that keeps them is asked, instead of adding one label's similarities. Draws and ties as in test-testPart.ts.
import {
  type BankMember,
  costsOf,
  type EngineChoice,
  type EngineSession,
  type Features,
  Labels,
  type Learned,
  lossMatrixAt,
  type Matrix,
  openSession,
  type Pool,
  predictiveFrequencies,
  probabilitiesOf,
} from "@xpal/core";
import { meanOf } from "../mean-of.ts";
import type { Task } from "./task.ts";
import {
  type BankWeights,
  predicted,
  type TestedClassifier,
  type TestPart,
  TieDraws,
  VIEW_NAMES,
} from "./test-part.ts";

/** The test part of a task whose pool has the learned kernel. */
export class LearningTestPart implements TestPart {
  /** A session on the task's pool with the test rows as evaluation points; it is used for strategies that need no evaluation points. */
  readonly session: EngineSession;
  readonly #task: Task;
  readonly #draws: TieDraws;

  private constructor(task: Task, session: EngineSession) {
    this.session = session;
    this.#task = task;
    this.#draws = new TieDraws(task);
  }

  /** Opens a session in which the test rows are the evaluation points. */
  static async open(task: Task, engine?: EngineChoice): Promise<LearningTestPart> {
    return new LearningTestPart(task, await openSession(withTestRows(task), engine));
  }

  /** A classifier without labels. */
  begin(): TestedClassifier {
    const { testTruth, testFeatures, pool } = this.#task;
    let labels = Labels.none(pool);
    const frequencies = async () => {
      const items = await this.session.evaluationFrequencies(labels);
      if (pool.predictor === null) return items;
      const known = { items, pool: await this.session.frequencies(labels) };
      return predictiveFrequencies(this.session.pool, labels, testFeatures, known);
    };
    const predictionsOf = (freq: Matrix, t: number) => {
      const loss = lossMatrixAt(pool, labels, freq);
      return testTruth.map((_, x) => predicted(freq.data, this.#draws.at(t), x * freq.cols, freq.cols, loss));
    };
    return {
      learn: (_, all) => {
        labels = all;
      },
      wrongAt: async (t) => {
        const found = predictionsOf(await frequencies(), t);
        return found.reduce((wrong, y, x) => wrong + (y === testTruth[x] ? 0 : 1), 0);
      },
      predictionsAt: async (t) => {
        const freq = await frequencies();
        const { data } = probabilitiesOf(freq);
        return {
          truth: testTruth,
          predicted: predictionsOf(freq, t),
          probabilities: data,
          classCount: freq.cols,
          costs: costsOf(pool),
        };
      },
      weights: async () => {
        const { kernel, features } = pool;
        return weightsOf(kernel.stateAt?.(features, labels).learned ?? null);
      },
      columns: async () => {
        const { kernel, features } = pool;
        const found = kernel.stateAt?.(features, labels).learned?.groups.find(({ name }) => name === "weights");
        if (found?.metric === undefined) return null;
        const { fittedOn, columnWeights } = found.metric;
        return { fittedOn, share: found.share, weights: columnWeights, variances: columnVariances(features) };
      },
    };
  }

  /** Gives back the session's threads and memory. */
  async close(): Promise<void> {
    await this.session.close();
  }
}

/** The members of all groups of a kernel and their weights; groups that are not there yet have none. */
function weightsOf(learned: Learned | null): BankWeights | null {
  if (learned === null) return null;
  const { groups } = learned;
  const parts = VIEW_NAMES.map((name, view) => {
    const group = groups.find((other) => other.name === name);
    const members = group?.members ?? (view < 3 ? groups[0].members : groups[0].members.filter(isGlobal));
    return { members: members.map((member) => ({ ...member, view })), weights: group?.weights };
  });
  return {
    members: parts.flatMap(({ members }) => members),
    weights: Float64Array.from(parts.flatMap(({ members, weights }) => members.map((_, m) => weights?.[m] ?? 0))),
  };
}

/** Metrics have members of this locality only. */
function isGlobal({ locality }: BankMember): boolean {
  return locality === 0;
}

/** The variance of each feature column, groups side by side; column weights are learned on dense features only. */
function columnVariances(features: Features): Float64Array {
  if ("groups" in features) return Float64Array.from(features.groups.flatMap((group) => [...columnVariances(group)]));
  const { rows, cols, data } = features as Matrix;
  return Float64Array.from({ length: cols }, (_, d) => {
    const values = Float64Array.from({ length: rows }, (_row, i) => data[i * cols + d]);
    const mean = meanOf(values);
    return meanOf(values.map((value) => (value - mean) ** 2));
  });
}

function withTestRows({ pool, testFeatures: features }: Task): Pool {
  const evaluation = { size: features.rows, indices: null, features, weights: null, isPool: false, sampled: false };
  return Object.freeze({ ...pool, evaluation });
}
