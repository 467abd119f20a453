// Which checker a file needs: told by its `format`, else by the members it has.
import { checkCostEmbedding } from "./check-cost-embedding.ts";
import { checkKernels } from "./check-kernels.ts";
import { checkRandomState } from "./check-random-state.ts";
import { checkCommittees, checkScoreFunctions } from "./check-score-functions.ts";
import { checkScores, checkScoresOnSimilarity } from "./check-scores.ts";
import { checkStatistics } from "./check-statistics.ts";
import { checkTrajectories } from "./check-trajectories.ts";
import type { Checker, Content } from "./checker.ts";

/** How files of this family name their format: "xpal-reference/kernels" and so on. */
const FAMILY = "xpal-reference/";

/** A kind of reference file. */
interface Kind {
  readonly format: string;
  /** What gives the kind away where the format is missing. */
  readonly looksLike: (content: Content) => boolean;
  readonly check: Checker;
}

/** In the order in which they are tried: the most telling signs first. */
const KINDS: readonly Kind[] = [
  { format: "random-state", looksLike: hasAny("random_state", "train_test_split"), check: checkRandomState },
  { format: "statistics", looksLike: hasAny("wilcoxon", "ranks", "summary"), check: checkStatistics },
  { format: "kernels", looksLike: hasAny("kernels", "rbf_mean_criterion"), check: checkKernels },
  { format: "score-functions", looksLike: hasAny("xpal_gain", "pal_gain", "uncertainty"), check: checkScoreFunctions },
  { format: "cost-embedding", looksLike: hasAny("given_init", "best_of_8_random_inits"), check: checkCostEmbedding },
  { format: "trajectories", looksLike: hasAny("runs"), check: checkTrajectories },
  { format: "qbc-scores", looksLike: hasCaseWith("P"), check: checkCommittees },
  { format: "scores-given-S", looksLike: hasCaseWith("S"), check: checkScoresOnSimilarity },
  { format: "scores", looksLike: (content) => "metric" in content && "cases" in content, check: checkScores },
];

const FILE_NAMES =
  /^(kernels|mds|qbc_scores|random_state|score_functions|scores_.*|statistics|trajectories_.*)\.json$/i;

/** The checker for a file's content, or undefined for a file of another kind. */
export function checkerFor(content: Content): Checker | undefined {
  const named = KINDS.find((kind) => content.format === FAMILY + kind.format);
  return (named ?? KINDS.find((kind) => kind.looksLike(content)))?.check;
}

/** Whether a file passes itself off as a reference file, so that not understanding it is a failure. */
export function claimsToBeReference(fileName: string, content?: Content): boolean {
  if (typeof content?.format === "string" && content.format.startsWith(FAMILY)) return true;
  return FILE_NAMES.test(fileName);
}

function hasAny(...members: string[]): Kind["looksLike"] {
  return (content) => members.some((member) => member in content);
}

function hasCaseWith(member: string): Kind["looksLike"] {
  return ({ cases }) =>
    Array.isArray(cases) && cases.some((one) => one !== null && typeof one === "object" && member in one);
}
