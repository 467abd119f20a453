// Beyond the paper: by how much the strategies differ, and what remains of the significance after many tests.
import { type Comparison, mostRepetitions } from "../../analysis/results/comparisons.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { fewestPairs } from "../../analysis/statistics/fewest-pairs.ts";
import { pText, share, signedShare } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";
import { OVERLAP_NOTE } from "./test-notes.ts";

/** The typical difference of each strategy to the reference, with interval and corrected p-value. */
export function comparisonTable(results: Results, comparisons: readonly Comparison[]): Table {
  const { reference } = results;
  const datasets = [...new Set(comparisons.map(({ dataset }) => dataset))];
  const strategies = shownStrategies(results).filter((strategy) => strategy !== reference);
  const find = (d: number, s: number) =>
    comparisons.find((one) => one.dataset === datasets[d] && one.strategy === strategies[s]);
  const tests = comparisons.filter(({ pHolm }) => pHolm !== null).length;
  const needed = fewestPairs(0.05, { sides: 2, tests: Math.max(1, tests) });
  const tooFew =
    tests === 0 || mostRepetitions(comparisons) >= needed
      ? ""
      : ` With fewer than ${needed} repetitions none of ${tests} corrected p-values can be below .05.`;
  return {
    name: "differences",
    title: `Difference to ${reference.title}`,
    caption: `Hodges-Lehmann estimate of the other strategy's area minus that of ${reference.title}, its 95 % interval, and the two-sided Wilcoxon p-value after Holm's correction over all ranked comparisons of the experiment. Above zero ${reference.title} is better; bold where the corrected p is below .05. ${OVERLAP_NOTE}${tooFew}`,
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: [
      {
        rows: datasets.map(({ name }, d) => [
          cell(name),
          ...strategies.map((_, s) => {
            const found = find(d, s);
            if (found === undefined) return EMPTY;
            const { estimate, lower, upper } = found.difference;
            const p = found.pHolm === null ? "" : `, p ${pText(found.pHolm)}`;
            const beside = `${share(lower)} to ${share(upper)}${p}`;
            return cell(signedShare(estimate), { beside, strong: found.pHolm !== null && found.pHolm < 0.05 });
          }),
        ]),
      },
    ],
    data: {
      header: [
        "dataset",
        "strategy",
        "repetitions",
        "difference",
        "lower",
        "upper",
        "pLess",
        "pGreater",
        "pHolm",
        "significance",
      ],
      rows: comparisons.map(({ dataset, strategy, repetitions, difference, pLess, pGreater, pHolm, significance }) => {
        const { estimate, lower, upper } = difference;
        return [dataset.name, strategy.key, repetitions, estimate, lower, upper, pLess, pGreater, pHolm, significance];
      }),
    },
  };
}
