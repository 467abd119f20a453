// A project's learner, and the engine session behind it: the session also tells frequencies, from which the page's
// numbers follow.
import { applyRecipe } from "@xpal/data";
import { type Engine, type EngineSession, Learner, openSession, xpalLearning } from "xpal";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { evaluationSample } from "./evaluation-sample.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

/** A learner with its session; closing the learner closes both. */
export interface OpenLearner {
  readonly kind: ModelKind;
  readonly learner: Learner;
  readonly session: EngineSession;
}

/** Opens the learner of a project, without any label. */
export async function openLearner({ table, recipe, classes, seed }: ScorerSpec, kind: ModelKind): Promise<OpenLearner> {
  const { features, kernel } = applyRecipe(recipe, tableFromBytes(table));
  const sample = evaluationSample(features.rows);
  let session: EngineSession | undefined;
  const engine: Engine = {
    name: "shared with the page",
    open: async (pool) => {
      session = await openSession(pool);
      return session;
    },
  };
  const learner = await Learner.create({
    features,
    classes,
    seed,
    engine,
    ...(kind === "adaptive" ? xpalLearning({ base: kernel }) : { kernel }),
    ...(sample === null ? {} : { evaluation: { sample, seed } }),
  });
  if (session === undefined) throw new Error("unreachable: a learner opens a session");
  return { kind, learner, session };
}
