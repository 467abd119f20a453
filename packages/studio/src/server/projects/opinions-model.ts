// The answers of all people and programs under the library's model of annotators (docs/guide/annotators.md): who gave which
// class to which item, what reviewers have decided, and what follows for each annotator and each item.
import { type Matrix, type Reliability, type ReliabilityProblem, reliability } from "@xpal/core";
import { annotatorsOf } from "../../protocol/agreement-of.ts";
import { isProgram } from "../../protocol/annotator.ts";
import { countsFor } from "../../protocol/classes.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";
import type { ToldOpinions } from "../scoring/scoring-calls.ts";

/** What a program said of an item that a person has answered; it is kept beside the log. */
export interface Heard {
  readonly name: string;
  readonly item: number;
  readonly to: number;
}

/** While fewer items than this have answers of several people, what a person said last is taken for certain. */
const MIN_COMPARED = 10;

/** What was said, by positions in `names` and `items`. */
interface Opinions {
  readonly names: readonly string[];
  /** The numbers of the items with an answer that is a class. */
  readonly items: readonly number[];
  readonly answers: readonly { readonly item: number; readonly annotator: number; readonly answer: number }[];
  /** What reviewers have decided. */
  readonly known: readonly (readonly [item: number, classIndex: number])[];
  /** Whether an item has several answers, or one and a decision. */
  readonly isCompared: readonly boolean[];
  /** The same without programs. */
  readonly isComparedByPeople: readonly boolean[];
  /** What a person said last of each item that one has answered. */
  readonly saidLast: readonly (readonly [item: number, classIndex: number])[];
}

/** What programs said as it counts under the classes of now; without what is of a retired class. */
export function countedHeard(state: Pick<Folded, "classes">, heard: readonly Heard[]): Heard[] {
  return heard.flatMap((one) => {
    const to = countsFor(state, one.to);
    return to === null ? [] : [{ ...one, to }];
  });
}

/** What was said of all items. */
export function opinionsIn(
  state: Pick<Folded, "facts" | "opinions" | "classes">,
  told: readonly Heard[] = [],
): Opinions {
  const heard = countedHeard(state, told);
  const names = [...new Set([...annotatorsOf(state.opinions), ...heard.map(({ name }) => name)])].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const beside = new Map<number, Heard[]>();
  for (const one of heard) beside.set(one.item, [...(beside.get(one.item) ?? []), one]);
  const items: number[] = [];
  const answers: { item: number; annotator: number; answer: number }[] = [];
  const known: [number, number][] = [];
  const isCompared: boolean[] = [];
  const saidLast: [number, number][] = [];
  const isComparedByPeople: boolean[] = [];
  for (const [number, of] of state.opinions) {
    const { said, decided } = saidOf(state.facts.get(number), of);
    if (said.length === 0) continue;
    const item = items.push(number) - 1;
    for (const { name, to } of beside.get(number) ?? []) if (!of.has(name)) said.push([name, to]);
    for (const [name, answer] of said) answers.push({ item, annotator: places.get(name) as number, answer });
    if (decided !== null) known.push([item, decided]);
    isCompared.push(decided !== null || said.length > 1);
    const people = said.filter(([name]) => !isProgram(name));
    if (people.length > 0) saidLast.push([item, people[people.length - 1][1]]);
    isComparedByPeople.push(people.length > (decided === null ? 1 : 0));
  }
  return { names, items, answers, known, isCompared, isComparedByPeople, saidLast };
}

/** Annotators and items estimated together; null where no two answers can be compared. */
export function estimateOf(opinions: Opinions, classes: number, certain?: Opinions["known"]): Reliability | null {
  const problem = problemOf(opinions, classes, certain);
  return problem === null ? null : reliability(problem);
}

/**
 * What is to be estimated: programs by people and never people by programs, for one that always says the same would make a
 * person who answers alone look wrong. Null where no two answers can be compared.
 * @param certain What is certain, by positions.
 */
export function problemOf(
  opinions: Opinions,
  classes: number,
  certain: Opinions["known"] = certainIn(opinions),
): ReliabilityProblem | null {
  const { names, items, answers, isCompared } = opinions;
  if (classes < 2 || !isCompared.includes(true)) return null;
  const problem = { items: items.length, annotators: names.length, classes, answers };
  return { ...problem, known: certain, measured: programsIn(names) };
}

/** What reviewers have decided, and what people said last where too few of their answers can be compared. */
function certainIn({ known, isComparedByPeople, saidLast }: Opinions): Opinions["known"] {
  return isComparedByPeople.filter(Boolean).length < MIN_COMPARED ? [...saidLast, ...known] : known;
}

function programsIn(names: readonly string[]): number[] {
  return names.flatMap((name, place) => (isProgram(name) ? [place] : []));
}

/** What was said as the scoring thread is told: by numbers of items. */
export function toldOpinions(opinions: Opinions): ToldOpinions {
  const { names, items, answers } = opinions;
  return {
    ...{ annotators: names.length, measured: programsIn(names) },
    answers: answers.map((one) => ({ ...one, item: items[one.item] })),
    known: certainIn(opinions).map(([item, to]) => [items[item], to] as const),
  };
}

/** One row of a matrix. */
export function rowOf({ cols, data }: Matrix, at: number): Float64Array {
  return data.subarray(at * cols, (at + 1) * cols);
}

/** The answers that are classes; where a reviewer has decided, what that was, and the answers without it. */
function saidOf(
  fact: Fact | undefined,
  given: ReadonlyMap<string, Fact>,
): { said: [name: string, to: number][]; decided: number | null } {
  // An answer to a question says why it was asked; a decision in review does not.
  const isDecision = fact !== undefined && fact.asked === undefined && fact.fromFile === undefined;
  const decided = isDecision && typeof fact.to === "number" && given.size > 1 ? fact.to : null;
  const said = [...given].flatMap(([name, { to }]): [string, number][] =>
    typeof to === "number" && !(decided !== null && name === fact?.by) ? [[name, to]] : [],
  );
  return { said, decided };
}
