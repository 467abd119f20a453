// All stop rules on all recorded runs: what each spends and how often the error was as low as promised where it stopped.
import { meanOf } from "../../mean-of.ts";
import type { Results } from "../results/results.ts";
import { type ComparedRule, comparedRules, TARGETS } from "./compared-rules.ts";
import { replayRule, type StopOutcome, type TracedRun } from "./replay-rule.ts";

/** A rule on some datasets. */
export interface StopResult {
  readonly compared: ComparedRule;
  readonly outcomes: readonly StopOutcome[];
}

/** Which datasets are looked at: all, those on which constants were chosen, or the others. */
export type Half = "all" | "chosen on" | "others";

/** The runs of the reference that have a record for stop rules. */
export function tracedRuns(results: Results): TracedRun[] {
  return results.experiment.records.filter(
    (run): run is TracedRun => run.strategy === results.reference.key && run.stopping !== undefined,
  );
}

/** Every rule on every run. */
export function stopResults(runs: readonly TracedRun[]): StopResult[] {
  return comparedRules().map((compared) => ({
    compared,
    outcomes: runs.map((run) => replayRule(compared.rule, run)),
  }));
}

/**
 * The datasets of studies/stopping.yaml in alphabetical order. Constants were chosen on every second, from the first
 * (decision 0071). The names are fixed: in a study of some of them, or of others too, positions would be others.
 */
const HALVED: readonly string[] = [
  ...["balance-scale", "banknote-authentication", "blood-transfusion", "car-evaluation", "chscase-vine2", "corral"],
  ...["diabetes", "ecoli", "glass", "ionosphere", "iris", "kc2", "monks-problems-1", "parkinsons", "prnn-crabs"],
  ...["qsar-biodeg", "qualitative-bankruptcy", "reports-compendium", "reports-mozilla", "seeds", "sonar"],
  ...["steel-plates-fault", "tic-tac-toe", "user-knowledge", "vehicle", "vertebra-column", "wdbc", "wine"],
];

/** The datasets of these runs in a half. One that is not of that study is in neither, only among all. */
export function datasetsOf(runs: readonly { readonly dataset: string }[], half: Half): Set<string> {
  const names = [...new Set(runs.map(({ dataset }) => dataset))].sort();
  const inHalf = HALVED.filter((_, at) => (at % 2 === 0) === (half === "chosen on"));
  return new Set(names.filter((name) => half === "all" || inHalf.includes(name)));
}

/** A rule in numbers. */
export interface StopSummary {
  readonly runs: number;
  /** The share of runs in which it stopped before the end. */
  readonly stopped: number;
  /** Means over these; null where it never stopped. */
  readonly labels: number | null;
  readonly audits: number | null;
  /** Per target: among the stops, the share with an error of at most the target, on open items and on test rows. */
  readonly held: readonly { readonly target: number; readonly open: number | null; readonly test: number | null }[];
  /** Mean over all runs. */
  readonly regret: number;
}

/** What the outcomes of a rule on some datasets come to. */
export function summaryOf({ compared, outcomes }: StopResult, datasets: ReadonlySet<string>): StopSummary {
  const all = outcomes.filter(({ dataset }) => datasets.has(dataset));
  const stops = all.filter(({ stopped }) => stopped);
  const targets = compared.target === null ? TARGETS : [compared.target];
  return {
    runs: all.length,
    stopped: stops.length / all.length,
    labels: mean(stops.map(({ labels }) => labels)),
    audits: mean(stops.map(({ audits }) => audits)),
    held: targets.map((target) => ({
      target,
      open: mean(stops.map(({ openError }) => (openError <= target ? 1 : 0))),
      test: mean(stops.map(({ testError }) => (testError <= target ? 1 : 0))),
    })),
    regret: mean(all.map(({ regret }) => regret)) ?? 0,
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : meanOf(values);
}
