// A plan cut into jobs. A job is several repetitions of all strategies on one dataset: the data are fetched and checked
// once, one thread is started, and taking and ending the job costs little beside the work. Within a repetition the
// strategies share the split and the kernel values, as in a local run; repetitions cannot, since each standardises its own
// training part. Every machine cuts jobs in the same way, so that the same plan finds its jobs again by their names.

import type { Plan, PlannedRun } from "@xpal/lab/internal";
/** Some repetitions, from first to last, on the dataset at a position of the plan. */
export interface Slice {
  /** The job's name in the plan's queue. */
  readonly id: string;
  readonly dataset: number;
  readonly first: number;
  readonly last: number;
}

/** Selections (a strategy choosing among some hundred candidates) that a job has at least, where repetitions allow it. */
const SELECTIONS_PER_JOB = 10_000;
/** A job has at most this share of a dataset's repetitions, so that there is enough to share out even of one dataset. */
const LARGEST_SHARE = 1 / 20;
/** What one selection among `instances` items counts, in selections among a few hundred. */
const weightOf = (instances: number) => Math.max(1, (instances / 500) ** 2);

/** All jobs of a plan: first repetitions first, and of those the largest datasets, to end evenly. */
export function slicesOf(plan: Plan): Slice[] {
  const slices = plan.datasets.flatMap((_, dataset) => {
    const step = repetitionsPerJob(plan, dataset);
    const count = Math.ceil(plan.repetitions / step);
    return Array.from({ length: count }, (_, i): Slice => {
      const first = i * step + 1;
      const last = Math.min(plan.repetitions, first + step - 1);
      return { id: `d${dataset}-r${first}-${last}`, dataset, first, last };
    });
  });
  const size = ({ dataset }: Slice) => plan.datasets[dataset].card.instances;
  return slices.sort((a, b) => a.first - b.first || size(b) - size(a));
}

/** Whether a run belongs to a job. */
export function isIn({ dataset, first, last }: Slice, run: PlannedRun): boolean {
  return run.dataset === dataset && run.repetition >= first && run.repetition <= last;
}

function repetitionsPerJob({ datasets, strategies, repetitions }: Plan, place: number): number {
  const { card, options } = datasets[place];
  const perRepetition = Math.min(options.budget ?? 200, card.instances) * strategies.length * weightOf(card.instances);
  const most = Math.max(1, Math.floor(repetitions * LARGEST_SHARE));
  return Math.min(most, Math.max(1, Math.ceil(SELECTIONS_PER_JOB / perRepetition)));
}
