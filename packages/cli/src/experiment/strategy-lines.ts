import { averageRanks, type Experiment, honestTitle, knowsLabels, meanOf } from "@xpal/lab";

/** A strategy summed up over all datasets and repetitions. */
export interface StrategyLine {
  readonly strategy: string;
  readonly title: string;
  /** The mean area under the learning curve over the datasets. */
  readonly aulc: number;
  /** The mean rank; null for the baseline that knows all labels and for variants of xPAL beside xPAL itself. */
  readonly rank: number | null;
}

/** All strategies that have runs, in the experiment's order. Only repetitions that all of them finished are ranked. */
export function strategyLines({ datasets, strategies, records }: Experiment): StrategyLine[] {
  const areas = new Map(records.map((run) => [`${run.dataset}/${run.strategy}/${run.repetition}`, run.aulc]));
  const repetitions = [...new Set(records.map(({ repetition }) => repetition))];
  const keys = strategies.map(({ key }) => key);
  const rivals = strategies.filter((one) => !knowsLabels(one)).map(({ key }) => key);
  const ranked = rivals.filter((key) => !(keys.includes("xpal") && /^xpal(1$|-)/.test(key)));
  const ranks = new Map<string, number[]>();
  for (const { name } of datasets) {
    for (const repetition of repetitions) {
      const values = ranked.map((key) => areas.get(`${name}/${key}/${repetition}`));
      if (values.includes(undefined)) continue;
      averageRanks(values as number[]).forEach((rank, s) => {
        ranks.set(ranked[s], [...(ranks.get(ranked[s]) ?? []), rank]);
      });
    }
  }
  return strategies.flatMap((card) => {
    const { key } = card;
    const means = datasets.flatMap(({ name }) => {
      const own = records.filter((run) => run.dataset === name && run.strategy === key).map(({ aulc }) => aulc);
      return own.length === 0 ? [] : [meanOf(own)];
    });
    const own = ranks.get(key);
    return means.length === 0
      ? []
      : [
          {
            strategy: key,
            title: honestTitle(card),
            aulc: meanOf(means),
            rank: own === undefined ? null : meanOf(own),
          },
        ];
  });
}
