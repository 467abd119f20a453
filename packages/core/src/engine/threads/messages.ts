// What the owner of a session in another thread asks that thread. A pool travels once, when the
// session is opened; later messages carry only what changed.
import type { EvaluationSet } from "../../evaluation-set.ts";
import type { Features } from "../../features.ts";
import type { KernelJSON } from "../../kernels/kernel.ts";
import { kernelFromJSON } from "../../kernels/kernel-from-json.ts";
import type { GroupScores, RememberedFit } from "../../kernels/learning/learned-kernel.ts";
import type { LabelsJSON } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { StrategyJSON } from "../../strategies/strategy.ts";
import type { Explanation, Scored } from "../engine.ts";
import type { Mode } from "../memory/memory-plan.ts";
import type { WasmModule } from "../memory/wasm-module.ts";
import type { GainFrequencies } from "../predicting-session.ts";

/** What a host works on, and with what. */
interface HostSpec {
  readonly pool: SentPool;
  readonly module: WasmModule;
  readonly budget: number;
  readonly keepWithin: number;
  readonly mode: Mode | undefined;
}

/** A question about the pool at some labels. */
interface Question {
  readonly labels: LabelsJSON;
}

/** What candidates are worth. */
interface ScoresQuestion extends Question {
  readonly strategy: StrategyJSON;
  /** Null for all that are open. */
  readonly candidates: Uint32Array | null;
  readonly count: number;
  readonly frequencies: GainFrequencies | undefined;
}

/** What the owner should know of the session, with every answer. */
export interface SessionNews {
  readonly explanation: Explanation | null;
  /** Of each view of the learned kernel, once, so that the owner's kernel need not compare all pairs again. */
  readonly neighbourDistances?: readonly Float64Array[];
  /** Fits and forests of the learned kernel that the owner does not know yet, so that its kernel need not make them again. */
  readonly fits?: readonly RememberedFit[];
  /** How the members of the learned kernel scored at the labels of the question, for the same reason. */
  readonly scoresOf?: GroupScores;
}

/** What a thread of the engine can be asked. */
export interface EngineCalls {
  open(spec: HostSpec): SessionNews;
  scores(question: ScoresQuestion): Scored & SessionNews;
  frequencies(question: Question): { readonly matrix: Matrix } & SessionNews;
  evaluationFrequencies(question: Question): { readonly matrix: Matrix } & SessionNews;
}

/** A pool that can travel: its kernel as JSON. */
export interface SentPool {
  readonly candidateOrder: Uint32Array | null;
  readonly features: Features;
  readonly kernel: KernelJSON;
  readonly classes: Pool["classes"];
  readonly evaluation: Omit<EvaluationSet, "features"> & { readonly features: Features | null };
  readonly lossMatrix: Matrix | null;
  readonly lossUnit: number;
  readonly measure: Pool["measure"];
}

/** The travelling form of a pool; the features of an evaluation set that is the pool are not sent twice. */
export function sendPool(pool: Pool): SentPool {
  const { features, kernel, classes, evaluation, candidateOrder, lossMatrix, lossUnit, measure } = pool;
  const points = { ...evaluation, features: evaluation.isPool ? null : evaluation.features };
  const taken = { features, classes, candidateOrder, lossMatrix, lossUnit, measure };
  return { ...taken, kernel: kernel.toJSON(), evaluation: points };
}

/** The pool on the other side. */
export function receivePool(sent: SentPool): Pool {
  const { features, kernel, classes, evaluation, candidateOrder, lossMatrix, lossUnit, measure } = sent;
  return {
    size: features.rows,
    features,
    kernel: kernelFromJSON(kernel),
    classes,
    classCount: classes.length,
    evaluation: { ...evaluation, features: evaluation.features ?? features },
    lossMatrix,
    lossUnit,
    measure,
    candidateOrder,
    predictor: null, // an engine chooses; predictions are made on the side of the learner
  };
}
