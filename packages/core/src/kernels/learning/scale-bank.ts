// The members of one view or metric of the learned kernel: the base kernel at several scales and localities, and how well
// each of them explains the labels.
import type { Features } from "../../features.ts";
import type { Labels } from "../../labels.ts";
import type { Kernel } from "../kernel.ts";
import { type EvidenceOptions, evidence } from "./evidence.ts";
import { type BankMember, type KernelBank, kernelBank } from "./kernel-bank.ts";
import { LeftOut } from "./left-out.ts";

/** Which members there are, and how they are scored. */
export interface ScaleBankOptions extends EvidenceOptions {
  readonly base: Kernel;
  readonly scales: readonly number[];
  readonly localities: readonly number[];
  readonly neighbour: number;
}

/** The members on any pool. */
export interface ScaleBank {
  readonly base: Kernel;
  readonly members: readonly BankMember[];
  readonly neighbour: number;
  /** The bank on a pool; an engine that has computed `neighbourDistances` passes them. */
  bankOn(pool: Features, distances?: Float64Array): KernelBank;
  /** The score of each member at these labels (see `evidence`). */
  scoresAt(pool: Features, labels: Labels): Float64Array;
}

/** The bank; what it computed on a pool is remembered. */
export function scaleBank({ base, scales, localities, neighbour, ...options }: ScaleBankOptions): ScaleBank {
  const members = localities.flatMap((locality) => scales.map((scale) => ({ scale, locality })));
  const banks = new WeakMap<Features, KernelBank>();
  const bankOn = (pool: Features, distances?: Float64Array): KernelBank => {
    const bank = banks.get(pool) ?? kernelBank(base, pool, members, neighbour, distances);
    banks.set(pool, bank);
    return bank;
  };
  const kept = new WeakMap<KernelBank, { readonly leftOut: LeftOut; labels?: Labels; scores?: Float64Array }>();
  return {
    base,
    members,
    neighbour,
    bankOn,
    scoresAt(pool, labels) {
      const bank = bankOn(pool);
      const last = kept.get(bank) ?? { leftOut: new LeftOut(bank) };
      kept.set(bank, last);
      if (last.labels !== labels || last.scores === undefined) {
        last.scores = evidence(members, labels, options, last.leftOut.at(labels));
        last.labels = labels;
      }
      return last.scores;
    },
  };
}
