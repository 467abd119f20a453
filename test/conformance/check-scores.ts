// Score vectors of every strategy at given labels, on data or on a given similarity matrix.
import { createPool, frequencies, Labels, matrixFrom, type Pool, precomputed, query, type Strategy } from "@xpal/core";
import { type Content, given } from "./checker.ts";
import { bandwidthOf, type DatasetInputs, referencePool } from "./reference-pool.ts";
import { className, referenceStrategy, type StrategyInputs, scoreTolerance } from "./reference-strategy.ts";
import { largestOf, type Tally } from "./tally.ts";

interface ScoreCase {
  readonly labelled: number[];
  readonly y_labelled: number[];
  readonly scores?: Readonly<Record<string, number[] | null>> | null;
  readonly unstable?: Readonly<Record<string, number[] | null>> | null;
  readonly qbc_members?: StrategyInputs["qbc_members"];
}

interface GivenSimilarityCase extends ScoreCase {
  readonly S: number[][];
  readonly n_classes: number;
  readonly y_train: number[];
  readonly K_x?: number[][] | null;
}

/** Checks a file of scores on one dataset. */
export async function checkScores(content: Content, tally: Tally): Promise<void> {
  const inputs = content as unknown as DatasetInputs & StrategyInputs;
  const pool = referencePool(inputs);
  await tally.each<ScoreCase>("cases", content.cases, async (want, where) => {
    const extras = { ...inputs, bandwidth: bandwidthOf(inputs), qbc_members: want.qbc_members ?? null };
    await checkCase(where, want, pool, extras, tally);
  });
}

/** Checks a file of scores on given similarities, all of whose ties are true ones. */
export async function checkScoresOnSimilarity(content: Content, tally: Tally): Promise<void> {
  await tally.each<GivenSimilarityCase>("cases", content.cases, async (want, where) => {
    const classes = Array.from({ length: want.n_classes }, (_, y) => className(y));
    const pool = createPool({ features: matrixFrom(want.S), kernel: precomputed(), classes });
    if (given(want.K_x)) {
      const freq = frequencies(pool, labelsOf(want, pool));
      tally.vector(`${where}, K_x`, freq.data, want.K_x.flat(), { within: 1e-9, scale: largestOf(want.K_x.flat()) });
    }
    await checkCase(where, want, pool, want, tally);
  });
}

async function checkCase(
  where: string,
  want: ScoreCase,
  pool: Pool,
  inputs: StrategyInputs,
  tally: Tally,
): Promise<void> {
  const labels = labelsOf(want, pool);
  for (const [name, scores] of Object.entries(want.scores ?? {})) {
    if (!given(scores)) continue;
    await tally.attempt(`${where}, ${name}`, async () => {
      const got = await scoresOf(pool, labels, referenceStrategy(name, inputs));
      const unstable = new Set(want.unstable?.[name] ?? []);
      tally.vector(`${where}, ${name}`, got, scores, scoreTolerance(name, scores), unstable);
    });
  }
}

function labelsOf({ labelled, y_labelled: classes }: ScoreCase, pool: Pool): Labels {
  return Labels.from(
    pool,
    labelled.map((index, i) => [index, className(classes[i])] as const),
  );
}

/** One score per unlabelled item, ascending. */
export async function scoresOf(pool: Pool, labels: Labels, strategy: Strategy): Promise<number[]> {
  const candidates = labels.unlabelled();
  if (candidates.length === 0) return [];
  const { scores } = await query({ pool, labels, strategy });
  return Array.from(candidates, (index) => scores[index]);
}
