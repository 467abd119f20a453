// What the owner of a session in another thread and that thread say to each other. A pool travels once, when the
// session is opened; later messages carry only what changed.
import type { ErrorCode } from "../../error.ts";
import { XpalError } from "../../error.ts";
import type { EvaluationSet } from "../../evaluation-set.ts";
import type { Features } from "../../features.ts";
import type { KernelJSON } from "../../kernels/kernel.ts";
import { kernelFromJSON } from "../../kernels/kernel-from-json.ts";
import type { RememberedFit } from "../../kernels/learning/learnt-metrics.ts";
import type { LabelsJSON } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { StrategyJSON } from "../../strategies/strategy.ts";
import type { Explanation } from "../engine.ts";
import type { Mode } from "../memory/memory-plan.ts";
import type { WasmMemory, WasmModule } from "../memory/wasm-module.ts";

/** Owner to host: work on this pool. */
export interface HostMessage {
  readonly role: "host";
  readonly pool: SentPool;
  readonly module: WasmModule;
  readonly memory: WasmMemory | null;
  readonly threads: number;
  readonly budget: number;
  readonly mode: Mode | undefined;
}

/** Owner to helper: take jobs from this memory. */
export interface HelperMessage {
  readonly role: "helper";
  readonly module: WasmModule;
  readonly memory: WasmMemory;
}

/** Owner to host: a question. */
export interface AskMessage {
  readonly role: "ask";
  readonly id: number;
  readonly what: "scores" | "frequencies" | "evaluationFrequencies" | "weights" | "evidence";
  readonly labels: LabelsJSON;
  readonly strategy: StrategyJSON | null;
  /** Null for all that are open. */
  readonly candidates: Uint32Array | null;
  readonly count: number;
}

/** Host to owner: the answer, or why there is no answer. Ids count from 1; 0 answers the opening. */
export interface ReplyMessage {
  readonly id: number;
  readonly explanation: Explanation | null;
  readonly scores?: Float64Array;
  readonly best?: Uint32Array;
  readonly matrix?: Matrix;
  readonly evidence?: number | null;
  /** Of the adaptive kernel; null where the kernel itself must be asked. */
  readonly weights?: Float64Array | null;
  /** Of each view of a learning kernel, once, so that the owner's kernel need not compare all pairs again. */
  readonly neighbourDistances?: readonly Float64Array[];
  /** Fits of a learning kernel that the owner does not know yet, so that its kernel need not make them again. */
  readonly fits?: readonly RememberedFit[];
  readonly refusal?: Refusal;
}

/** An error that can travel. */
interface Refusal {
  readonly message: string;
  readonly code: ErrorCode | null;
  readonly parts: { readonly who: string; readonly argument: string; readonly rule: string; readonly wayOut?: string };
}

/** A pool that can travel: its kernel as JSON. */
export interface SentPool {
  readonly features: Features;
  readonly kernel: KernelJSON;
  readonly classes: Pool["classes"];
  readonly evaluation: Omit<EvaluationSet, "features"> & { readonly features: Features | null };
  readonly lossMatrix: Matrix | null;
  readonly lossUnit: number;
  readonly measure: Pool["measure"];
}

/** The travelling form of a pool; the features of an evaluation set that is the pool are not sent twice. */
export function sendPool({ features, kernel, classes, evaluation, lossMatrix, lossUnit, measure }: Pool): SentPool {
  const points = { ...evaluation, features: evaluation.isPool ? null : evaluation.features };
  return { features, kernel: kernel.toJSON(), classes, evaluation: points, lossMatrix, lossUnit, measure };
}

/** The pool on the other side. */
export function receivePool(sent: SentPool): Pool {
  const { features, kernel, classes, evaluation, lossMatrix, lossUnit, measure } = sent;
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
  };
}

/** An error made ready to travel. */
export function sendError(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof XpalError)) return { message, code: null, parts: { who: "engine", argument: "", rule: "" } };
  const { who, argument, rule, wayOut, code } = error;
  return { message, code, parts: { who, argument, rule, ...(wayOut === undefined ? {} : { wayOut }) } };
}

/** The error on the other side; a refusal keeps its sentence. */
export function receiveError({ message, code, parts }: Refusal): Error {
  if (code === null) return new Error(message);
  const error = new XpalError(code, parts);
  Object.defineProperty(error, "message", { value: message, configurable: true, writable: true });
  return error;
}
