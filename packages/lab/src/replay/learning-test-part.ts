// Test errors along a run whose kernel learns: what a test row's frequencies are depends on all labels at once, so an
// engine that keeps them is asked, instead of adding one label's similarities. Draws and ties as in test-testPart.ts.
import {
  type BankMember,
  type EngineChoice,
  type EngineSession,
  type Kernel,
  Labels,
  type Matrix,
  openSession,
  type Pool,
  probabilitiesOf,
} from "xpal";
import type { Task } from "./task.ts";
import { type BankWeights, predicted, type TestedClassifier, type TestPart, TieDraws } from "./test-part.ts";

/** The test part of a task whose pool has a kernel that learns. */
export class LearningTestPart implements TestPart {
  /** A session on the task's pool with the test rows as evaluation points; it serves strategies that look at none. */
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
      weights: async () => {
        const { kernel, features } = pool;
        const learnt = (await this.session.learnt?.(labels)) ?? kernel.stateAt?.(features, labels).kernel ?? kernel;
        return weightsOf(learnt, kernel.name === "adaptiveViews");
      },
    };
  }

  /** Gives back the session's threads and memory. */
  async close(): Promise<void> {
    await this.session.close();
  }
}

/** The members of a kernel's bank and their weights; with views, those of the view that does not serve have none. */
function weightsOf(learnt: Kernel, hasViews: boolean): BankWeights | null {
  if (learnt.name !== "mixture") return null;
  const {
    members,
    weights,
    view = "given",
  } = learnt.toJSON() as unknown as {
    readonly members: readonly BankMember[];
    readonly weights: readonly number[];
    readonly view?: string;
  };
  if (!hasViews) return { members, weights: Float64Array.from(weights) };
  const none = weights.map(() => 0);
  return {
    members: [0, 1].flatMap((place) => members.map((member) => ({ ...member, view: place }))),
    weights: Float64Array.from(view === "given" ? [...weights, ...none] : [...none, ...weights]),
  };
}

function withTestRows({ pool, testFeatures: features }: Task): Pool {
  const evaluation = { size: features.rows, indices: null, features, weights: null, isPool: false, sampled: false };
  return Object.freeze({ ...pool, evaluation });
}
