// Which checker a file needs: told by its `format`, else by the members it has.
import { checkRandomState } from "./check-random-state.ts";
import { checkStatistics } from "./check-statistics.ts";
import type { Checker, Content } from "./checker.ts";

/** How files of this family name their format: "xpal-reference/kernels" and so on. */
const FAMILY = "xpal-reference/";

/** A kind of reference file. */
interface Kind {
  readonly format: string;
  /** Members of which any one gives the kind away. */
  readonly members: readonly string[];
  /** How the names of such files begin. */
  readonly name: RegExp;
  readonly check: Checker;
}

const KINDS: readonly Kind[] = [
  { format: "random-state", members: ["random_state", "train_test_split"], name: /^random_state/, check: checkRandomState },
  { format: "statistics", members: ["wilcoxon", "ranks", "summary"], name: /^statistics/, check: checkStatistics },
];

/** The checker for a file's content, or undefined for a file of another kind. */
export function checkerFor(content: Content): Checker | undefined {
  const { format } = content;
  const named = KINDS.find((kind) => format === FAMILY + kind.format);
  return (named ?? KINDS.find((kind) => kind.members.some((member) => member in content)))?.check;
}

/** Whether a file passes itself off as a reference file, so that not understanding it is a failure. */
export function claimsToBeReference(fileName: string, content?: Content): boolean {
  if (typeof content?.format === "string" && content.format.startsWith(FAMILY)) return true;
  return KINDS.some((kind) => kind.name.test(fileName));
}
