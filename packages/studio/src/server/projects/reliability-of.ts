// How often each person is right, from items that several have answered and disputes that reviewers have decided. The
// estimate is the library's (docs/guide/annotators.md); before enough disputes are decided there is none.
import { accuracies } from "@xpal/core";
import type { AgreementInfo } from "../../protocol/agreement.ts";
import { isProgram } from "../../protocol/annotator.ts";
import type { Folded } from "../../protocol/fold.ts";
import { canTell, indexedOpinions, opinionsIn } from "./opinions-model.ts";

/** With this probability it is said that one person is right more often than another. */
const SURE = 0.95;

/** Everybody with answers that can be compared, by name; nobody before reviewers have decided enough disputes. */
export function reliabilityOf(state: Pick<Folded, "facts" | "opinions" | "classes">): AgreementInfo["reliability"] {
  const ids = [...state.classes.keys()];
  const opinions = indexedOpinions(opinionsIn(state), ids);
  const { decided, names, items, isShared } = opinions;
  if (!canTell(opinions)) return { decided, people: [] };
  const people = names.filter((name) => !isProgram(name));
  const places = new Map(people.map((name, place) => [names.indexOf(name), place]));
  const answers = opinions.answers.flatMap((one) => {
    const annotator = places.get(one.annotator);
    return annotator === undefined || !isShared[one.item] ? [] : [{ ...one, annotator }];
  });
  const known = opinions.known.filter(([item]) => isShared[item]);
  const shape = { items: items.length, annotators: people.length, classes: ids.length };
  const { accuracies: found, ahead } = accuracies({ ...shape, answers, known });
  return {
    decided,
    people: people.flatMap((name, place) => {
      const compared = answers.filter(({ annotator }) => annotator === place).length;
      if (compared === 0) return [];
      const { value, low, high } = found[place];
      const right = { value: rounded(value), low: rounded(low), high: rounded(high) };
      const before = people.filter((_, other) => ahead.data[place * people.length + other] >= SURE);
      return [{ name, compared, right, ahead: before }];
    }),
  };
}

function rounded(share: number): number {
  return Number(share.toFixed(4));
}
