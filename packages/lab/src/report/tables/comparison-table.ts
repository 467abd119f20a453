// Beyond the paper: by how much the strategies differ, and what remains of the significance after many tests.
import { type Comparison, mostRepetitions } from "../../analysis/results/comparisons.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { fewestPairs } from "../../analysis/statistics/min-pairs.ts";
import { pText, share, signedShare } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";
import { OVERLAP_NOTE } from "./test-notes.ts";

/** The widest interval of n pairs, from the least to the largest difference, misses with a chance of 2 / 2^n. */
const MIN_FOR_INTERVAL = fewestPairs(0.05, { sides: 2 });

const hasInterval = ({ repetitions }: Comparison) => repetitions >= MIN_FOR_INTERVAL;

/** The typical difference of each strategy to the reference, with interval and corrected p-value. */
export function comparisonTable(results: Results, comparisons: readonly Comparison[]): Table {
  const { reference } = results;
  const datasets = [...new Set(comparisons.map(({ dataset }) => dataset))];
  const strategies = shownStrategies(results).filter((strategy) => strategy !== reference);
  const find = (d: number, s: number) =>
    comparisons.find((one) => one.dataset === datasets[d] && one.strategy === strategies[s]);
  const tests = comparisons.filter(({ pHolm }) => pHolm !== null).length;
  const needed = fewestPairs(0.05, { sides: 2, tests: Math.max(1, tests) });
  const hasP = tests > 0 && mostRepetitions(comparisons) >= needed;
  const noP =
    tests === 0 || hasP
      ? ""
      : ` With fewer than ${needed} repetitions none of ${tests} corrected p-values can be below .05: they are left out.`;
  const noInterval = comparisons.every(hasInterval)
    ? ""
    : ` With fewer than ${MIN_FOR_INTERVAL} repetitions no interval holds the difference with 95 % confidence: it is left out.`;
  return {
    name: "differences",
    title: `Difference to ${reference.title}`,
    caption: `Hodges-Lehmann estimate of the other strategy's area minus that of ${reference.title}, its 95 % interval, and the two-sided Wilcoxon p-value after Holm's correction over all ranked comparisons of the experiment. Above zero ${reference.title} is better; bold where the corrected p is below .05. ${OVERLAP_NOTE}${noInterval}${noP}`,
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: [
      {
        rows: datasets.map(({ name }, d) => [
          cell(name),
          ...strategies.map((_, s) => {
            const found = find(d, s);
            if (found === undefined) return EMPTY;
            const { estimate, lower, upper } = found.difference;
            const interval = hasInterval(found) ? [`${share(lower)} to ${share(upper)}`] : [];
            const p = found.pHolm === null || !hasP ? [] : [`p ${pText(found.pHolm)}`];
            const beside = [...interval, ...p].join(", ");
            const strong = found.pHolm !== null && found.pHolm < 0.05;
            return cell(signedShare(estimate), { ...(beside === "" ? {} : { beside }), strong });
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
      rows: comparisons.map((one) => {
        const { dataset, strategy, repetitions, difference, pLess, pGreater, pHolm, significance } = one;
        const { estimate } = difference;
        const [lower, upper] = hasInterval(one) ? [difference.lower, difference.upper] : [null, null];
        return [dataset.name, strategy.key, repetitions, estimate, lower, upper, pLess, pGreater, pHolm, significance];
      }),
    },
  };
}
