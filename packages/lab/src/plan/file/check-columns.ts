// ALCE and QBC read the columns themselves instead of comparing items by the dataset's kernel. On columns they cannot read
// they would fail in every run, so that is said before the first.
import { strategyNamed } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { paperSetting } from "../../paper/strategies/paper-settings.ts";
import type { Dataset } from "../../replay/dataset.ts";
import type { PlannedDataset, PlannedStrategy, StrategySource } from "../plan.ts";

/**
 * Rejects strategies that read columns on datasets whose columns they cannot read.
 * @throws XpalError naming the strategy and the dataset.
 */
export function checkColumns(strategies: readonly PlannedStrategy[], datasets: readonly PlannedDataset[]): void {
  for (const { key, source } of strategies) {
    if (source.kind === "module" || strategyNamed(nameOf(source)).needs !== "features") continue;
    for (const { dataset, card } of datasets) {
      const rule = brokenRule(source, dataset);
      if (rule === null) continue;
      const wayOut = "choose others with --datasets or --strategies";
      reject("study", `the strategy ${key} on ${card.name}`, rule.must, rule.got, wayOut);
    }
  }
}

function nameOf(source: Exclude<StrategySource, { kind: "module" }>): string {
  return source.kind === "paper" ? paperSetting(source.key).name : source.name;
}

function brokenRule(source: StrategySource, { features, others = [] }: Dataset): { must: string; got: string } | null {
  if (others.length > 0 || "starts" in features) {
    const got = others.length > 0 ? "columns of several kinds" : "texts";
    return { must: "must have columns of one kind, numbers or categories, since it reads them itself", got };
  }
  // The paper's committee draws from half of the columns to all but one.
  if (source.kind === "paper" && source.key === "qbc" && features.cols < 2) {
    return { must: "must have at least 2 columns, so that a member of its committee can leave one out", got: "1" };
  }
  return null;
}
