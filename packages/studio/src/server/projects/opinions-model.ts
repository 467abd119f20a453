// The answers of all people and programs under the library's model of annotators (docs/guide/annotators.md): who gave which
// class to which item, what reviewers have decided, and what follows for each annotator and each item.
import type { ReliabilityProblem } from "@xpal/core";
import { MIN_DECIDED } from "../../protocol/agreement.ts";
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

/** What was said, by positions in `names` and `items`. */
interface Opinions {
  readonly names: readonly string[];
  /** The numbers of the items with an answer that is a class. */
  readonly items: readonly number[];
  readonly answers: readonly { readonly item: number; readonly annotator: number; readonly answer: number }[];
  /** What reviewers have decided. */
  readonly known: readonly (readonly [item: number, classIndex: number])[];
  /** How many of these are disputes of people other than the reviewer: without them nobody knows who is right. */
  readonly decided: number;
  /** Whether two people other than a reviewer who decided have answered an item. */
  readonly isShared: readonly boolean[];
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
  const isShared: boolean[] = [];
  const saidLast: [number, number][] = [];
  let disputes = 0;
  for (const [number, of] of state.opinions) {
    const { said, decided } = saidOf(state.facts.get(number), of);
    if (said.length === 0) continue;
    const item = items.push(number) - 1;
    for (const { name, to } of beside.get(number) ?? []) if (!of.has(name)) said.push([name, to]);
    const people = said.filter(([name]) => !isProgram(name));
    isShared.push(people.length > 1);
    if (decided !== null) known.push([item, decided]);
    if (decided !== null && new Set(people.map(([, to]) => to)).size > 1) disputes++;
    if (people.length > 0) saidLast.push([item, people[people.length - 1][1]]);
    for (const [name, answer] of said) {
      // Reviewers correct what is wrong and leave what is right: a correction of one person says nothing of how often.
      if (decided !== null && people.length === 1 && name === people[0][0]) continue;
      answers.push({ item, annotator: places.get(name) as number, answer });
    }
  }
  return { names, items, answers, known, decided: disputes, isShared, saidLast };
}

/** Opinions with classes by their index among some ids; answers of other classes are left out. */
export function indexedOpinions(opinions: Opinions, ids: readonly number[]): Opinions {
  const indices = new Map(ids.map((id, index) => [id, index]));
  const pairs = (list: Opinions["known"]) =>
    list.flatMap(([item, to]) => {
      const index = indices.get(to);
      return index === undefined ? [] : [[item, index] as const];
    });
  const answers = opinions.answers.flatMap((one) => {
    const answer = indices.get(one.answer);
    return answer === undefined ? [] : [{ ...one, answer }];
  });
  return { ...opinions, answers, known: pairs(opinions.known), saidLast: pairs(opinions.saidLast) };
}

/** Whether it can be told who is right how often: reviewers have decided enough disputes. */
export function canTell({ decided }: Pick<Opinions, "decided">): boolean {
  return decided >= MIN_DECIDED;
}

/**
 * What is to be estimated: programs by people and never people by programs, for one that always says the same would make a
 * person who answers alone look wrong. Null where there is nothing to estimate.
 */
export function problemOf(opinions: Opinions, classes: number): ReliabilityProblem | null {
  const { names, items, answers } = opinions;
  if (classes < 2 || items.length === 0) return null;
  const problem = { items: items.length, annotators: names.length, classes, answers };
  return { ...problem, known: certainIn(opinions), measured: programsIn(names) };
}

/** What reviewers have decided; while nobody can tell who is right, also what people said last. */
function certainIn(opinions: Opinions): Opinions["known"] {
  return canTell(opinions) ? opinions.known : [...opinions.saidLast, ...opinions.known];
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
