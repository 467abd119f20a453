// A sum of mixtures, each in a view or metric of its own: what the learned kernel is once there are enough labels.
// Groups are summed in their order, each after its own members, in similarities and in frequencies alike.
import { type Matrix, matrix } from "../../matrix.ts";
import type { Kernel } from "../kernel.ts";
import type { FeatureView } from "./feature-view.ts";
import type { MixtureKernel } from "./mixture.ts";

/** One group that is used: its weights are those of its mixture and sum to its share. */
export interface MixedGroup {
  readonly view: FeatureView;
  readonly mixture: MixtureKernel;
}

/** A sum of mixtures with its groups. */
export interface GroupMixtureKernel extends Kernel {
  readonly groups: readonly MixedGroup[];
}

/** The sum of the groups' mixtures, for items as they are given. */
export function groupMixture(base: Kernel, groups: readonly MixedGroup[]): GroupMixtureKernel {
  return {
    name: "groupMixture",
    groups,
    similarity(a, i, _pool, j) {
      let value = 0;
      for (const { view, mixture } of groups) value += mixture.similarity(view.see(a), i, view.features, j);
      return value;
    },
    frequencies(features, _pool, labels, classCount) {
      const freq = matrix(features.rows, classCount);
      for (const { view, mixture } of groups) {
        const part = partOf(mixture, view.see(features), view.features, labels, classCount);
        for (let at = 0; at < freq.data.length; at++) freq.data[at] += part.data[at];
      }
      return freq;
    },
    check: (who, features) => base.check(who, features),
    toJSON: () => ({
      name: "groupMixture",
      base: base.toJSON(),
      groups: groups.map(({ view, mixture }) => ({ ...mixture.toJSON(), name: view.name })),
    }),
  };
}

function partOf(mixture: MixtureKernel, ...rest: Parameters<NonNullable<Kernel["frequencies"]>>): Matrix {
  const { frequencies } = mixture;
  if (frequencies === undefined) throw new Error("unreachable: a mixture sums its own frequencies");
  return frequencies(...rest);
}
