// How far each person can be trusted, from items that several have answered and from decisions in review. The estimate is
// the library's (docs/guide/annotators.md); here it meets the log.
import { type Matrix, reliability } from "xpal";
import type { PersonReliability } from "../../protocol/agreement.ts";
import { annotatorsOf } from "../../protocol/agreement-of.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";

/** The 0.95 quantile of the standard normal distribution: a range of 90 %. */
const Z = 1.645;
/** A class was met when this many answers, shared out by what the items may be, are about it. */
const MET = 0.5;

/** Everybody whose answers can be compared, by name; empty where nobody's can. */
export function reliabilityOf(state: Pick<Folded, "facts" | "opinions">, classCount: number): PersonReliability[] {
  if (classCount < 2) return [];
  const names = annotatorsOf(state.opinions);
  const given = [...state.opinions].map(([item, of]) => ({ item, ...saidOf(state.facts.get(item), of) }));
  const items = given.filter(({ said }) => said.length > 0);
  const isCompared = ({ said, decided }: (typeof items)[number]) => decided !== null || said.length > 1;
  if (!items.some(isCompared)) return [];
  const answers = items.flatMap(({ said }, item) =>
    said.map(([name, answer]) => ({ item, annotator: names.indexOf(name), answer })),
  );
  const known = items.flatMap(({ decided }, item) => (decided === null ? [] : [[item, decided] as const]));
  const shape = { items: items.length, annotators: names.length, classes: classCount };
  const { confusions, belief } = reliability({ ...shape, answers, known });
  return names.flatMap((name, annotator) => {
    const own = answers.filter((one) => one.annotator === annotator);
    const compared = own.filter(({ item }) => isCompared(items[item])).length;
    if (compared === 0) return [];
    const met = new Float64Array(classCount);
    for (const { item } of own) {
      for (const [y, p] of row(belief, item).entries()) met[y] += p;
    }
    const confusion = confusions[annotator];
    const perClass = Array.from(met, (count, y) => (count < MET ? null : rangeOf(rightAndAll(confusion, y))));
    const all = Array.from(met, (_, y) => rightAndAll(confusion, y));
    const right = rangeOf([sum(all.map(([one]) => one)), sum(all.map(([, one]) => one))]);
    return [{ name, answers: own.length, compared, right, perClass }];
  });
}

/** The answers that are classes; where a reviewer has decided, what that was, and the answers without it. */
function saidOf(
  fact: Fact | undefined,
  given: ReadonlyMap<string, Fact>,
): { said: [name: string, to: number][]; decided: number | null } {
  // An answer to a question says why it was asked; a decision in review does not.
  const isDecision = fact !== undefined && fact.asked === undefined && fact.fromFile === undefined;
  const decided = isDecision && typeof fact.to === "number" && given.size > 1 ? fact.to : null;
  const said = [...given].flatMap(([name, { to, event }]): [string, number][] =>
    typeof to === "number" && !(decided !== null && event === fact?.event) ? [[name, to]] : [],
  );
  return { said, decided };
}

function rightAndAll(confusion: Matrix, y: number): [right: number, all: number] {
  const of = row(confusion, y);
  return [of[y], sum([...of])];
}

/** Mean and range of a share whose Beta distribution has these parameters. */
function rangeOf([right, all]: readonly [number, number]): { value: number; low: number; high: number } {
  const value = right / all;
  const half = Z * Math.sqrt((value * (1 - value)) / (all + 1));
  return { value: rounded(value), low: rounded(Math.max(0, value - half)), high: rounded(Math.min(1, value + half)) };
}

function row({ cols, data }: Matrix, at: number): Float64Array {
  return data.subarray(at * cols, (at + 1) * cols);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(share: number): number {
  return Number(share.toFixed(4));
}
