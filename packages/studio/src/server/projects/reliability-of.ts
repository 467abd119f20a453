// How far each person can be trusted, from items that several have answered and from decisions in review. The estimate is
// the library's (docs/guide/annotators.md); here it is put into shares with their ranges.
import type { Matrix } from "@xpal/core";
import type { PersonReliability } from "../../protocol/agreement.ts";
import { isProgram } from "../../protocol/annotator.ts";
import type { Folded } from "../../protocol/fold.ts";
import { estimateOf, type Heard, opinionsIn, rowOf } from "./opinions-model.ts";

/** The 0.95 quantile of the standard normal distribution: a range of 90 %. */
const Z = 1.645;
/** A class was met when this many answers, shared out by what the items may be, are about it. */
const MET = 0.5;

/** Everybody whose answers can be compared, by name; empty where nobody's can. */
export function reliabilityOf(
  state: Pick<Folded, "facts" | "opinions" | "classes">,
  classCount: number,
  heard: readonly Heard[] = [],
): PersonReliability[] {
  const opinions = opinionsIn(state, heard);
  // People by each other and by reviewers; programs by people.
  const ofPeople = estimateOf(opinions, classCount, opinions.known);
  const ofPrograms = estimateOf(opinions, classCount);
  if (ofPeople === null || ofPrograms === null) return [];
  const { names, answers, isCompared, isComparedByPeople } = opinions;
  return names.flatMap((name, annotator) => {
    const estimate = isProgram(name) ? ofPrograms : ofPeople;
    const own = answers.filter((one) => one.annotator === annotator);
    const compared = own.filter(({ item }) => (isProgram(name) ? isCompared : isComparedByPeople)[item]).length;
    if (compared === 0) return [];
    const met = new Float64Array(classCount);
    for (const { item } of own) {
      for (const [y, p] of rowOf(estimate.belief, item).entries()) met[y] += p;
    }
    const confusion = estimate.confusions[annotator];
    const perClass = Array.from(met, (count, y) => (count < MET ? null : rangeOf(rightAndAll(confusion, y))));
    const all = Array.from(met, (_, y) => rightAndAll(confusion, y));
    const right = rangeOf([sum(all.map(([one]) => one)), sum(all.map(([, one]) => one))]);
    return [{ name, answers: own.length, compared, right, perClass }];
  });
}

function rightAndAll(confusion: Matrix, y: number): [right: number, all: number] {
  const of = rowOf(confusion, y);
  return [of[y], sum([...of])];
}

/** Mean and range of a share whose Beta distribution has these parameters. */
function rangeOf([right, all]: readonly [number, number]): { value: number; low: number; high: number } {
  const value = right / all;
  const half = Z * Math.sqrt((value * (1 - value)) / (all + 1));
  return { value: rounded(value), low: rounded(Math.max(0, value - half)), high: rounded(Math.min(1, value + half)) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(share: number): number {
  return Number(share.toFixed(4));
}
