// In a large pool the gain is taken over a random sample of it, so that the next question is known before the answer to
// this one is given. The page and the guide say so.
import { predictsByRidge, type Recipe } from "@xpal/data";
import type { ModelKind } from "../../protocol/model-kind.ts";

/** From which size on a sample is taken, and how large it is. */
interface SampleRule {
  readonly above: number;
  readonly sample: number;
}

const USUAL: SampleRule = { above: 12_000, sample: 4000 };
/** The learned kernel's similarities change with the labels, so each question costs more (decision 0192). */
const LEARNING: SampleRule = { above: 4000, sample: 1000 };

/**
 * How many random items stand for the pool when answers are valued; null when all do. On points of texts and images the
 * plain kernel chooses, whatever predicts.
 * @param recipe Gives the one in use: a kernel learns only where its features are no such points.
 */
export function evaluationSample(
  itemCount: number,
  model: ModelKind,
  recipe: () => Pick<Recipe, "groups">,
): number | null {
  if (itemCount <= LEARNING.above) return null;
  const { above, sample } = model === "learn" && !predictsByRidge(recipe()) ? LEARNING : USUAL;
  return itemCount > above ? sample : null;
}
