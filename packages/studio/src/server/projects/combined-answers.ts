// Whether the answers of a project are weighed by who gave them, and what is to be combined then.
import type { Folded } from "../../protocol/fold.ts";
import { type AnswersToCombine, type CombinedAnswer, combineAnswers } from "../scoring/combine-answers.ts";
import { canTell, countedHeard, type Heard, indexedOpinions, opinionsIn, problemOf } from "./opinions-model.ts";

type Weighed = Pick<Folded, "facts" | "opinions" | "classes" | "settings">;

const NOTHING: ReadonlyMap<number, CombinedAnswer> = new Map();

/**
 * All items that people and programs have put into a class; empty where answers count as they were given last: by the
 * settings, or because reviewers have decided too few disputes.
 * @param live The ids of the classes that can be answers.
 */
export function combinedAnswers(
  state: Weighed,
  live: readonly number[],
  heard: readonly Heard[] = [],
): ReadonlyMap<number, CombinedAnswer> {
  const given = answersToCombine(state, live, heard);
  return given === null ? NOTHING : combineAnswers(given);
}

/** What is to be combined; null where answers count as they were given last. */
export function answersToCombine(
  state: Weighed,
  live: readonly number[],
  heard: readonly Heard[] = [],
): AnswersToCombine | null {
  if (state.settings.weighAnswers === false) return null;
  const places = new Map(live.map((number, place) => [number, place]));
  const placeOf = (number: number) => places.get(number) as number;
  const opinions = opinionsIn(
    state,
    countedHeard(state, heard).filter(({ to }) => places.has(to)),
  );
  if (!canTell(opinions)) return null;
  const problem = problemOf(indexedOpinions(opinions, live), live.length);
  if (problem === null) return null;
  const { items } = opinions;
  const last = items.map((item) => {
    const to = state.facts.get(item)?.to;
    return typeof to === "number" ? placeOf(to) : null; // set aside by whoever answered last
  });
  return { items, last, live, problem };
}
