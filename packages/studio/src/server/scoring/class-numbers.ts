// Two ways to count classes. The log numbers every class that there ever was; the learner knows only those that can be
// answers, counted from 0, since a class that nobody can name any more must not take a share of the probability.
import type { Answer } from "../../protocol/events.ts";
import type { Counts, Look, Model, Predictions } from "../../protocol/messages.ts";
import type { ClassShares, History, ToldOpinions } from "./scoring-calls.ts";

/** Translates between the log's numbers and the learner's positions. */
export class ClassNumbers {
  readonly #numbers: readonly number[];
  readonly #places: ReadonlyMap<number, number>;
  readonly #count: number;

  /** @param numbers The number of each of the learner's classes. */
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
    this.#places = new Map(numbers.map((number, place) => [number, place]));
    this.#count = Math.max(...numbers) + 1;
  }

  /** The position of a class; undefined when it cannot be an answer. */
  placeOf(number: number): number | undefined {
    return this.#places.get(number);
  }

  numberOf(place: number): number {
    return this.#numbers[place];
  }

  /** An answer as the learner takes it; one of a class that it does not know opens the item. */
  answer(to: Answer): Answer {
    return typeof to === "number" ? (this.placeOf(to) ?? null) : to;
  }

  shares(shares: ClassShares | null): ClassShares | null {
    if (shares === null) return null;
    const placed = shares.flatMap(([number, share]) => {
      const place = this.placeOf(number);
      return place === undefined ? [] : [[place, share] as const];
    });
    return placed.length === 0 ? null : placed;
  }

  /** What people said, without answers of classes that cannot be answers any more. */
  opinions<Asked extends ToldOpinions>(asked: Asked): Asked {
    const answers = asked.answers.flatMap((one) => {
      const answer = this.placeOf(one.answer);
      return answer === undefined ? [] : [{ ...one, answer }];
    });
    const known = asked.known.flatMap(([item, to]) => {
      const place = this.placeOf(to);
      return place === undefined ? [] : [[item, place] as const];
    });
    return { ...asked, answers, known };
  }

  history({ answers, checks, target }: History): History {
    const known = (list: History["answers"]) =>
      list.flatMap(([item, to]) => {
        const place = this.placeOf(to);
        return place === undefined ? [] : [[item, place] as const];
      });
    const judged = checks.flatMap(([item, to, predicted]) => {
      const place = this.placeOf(to);
      const said = predicted === undefined ? undefined : this.placeOf(predicted);
      if (place === undefined) return [];
      return [said === undefined ? ([item, place] as const) : ([item, place, said] as const)];
    });
    return { answers: known(answers), checks: judged, ...(target === undefined ? {} : { target }) };
  }

  truth(truth: Int32Array | null): Int32Array | null {
    return truth === null ? null : truth.map((number) => this.placeOf(number) ?? -1);
  }

  look(look: Look): Look {
    const none = { probability: 0, gain: 0, items: 0, flips: 0, examples: [] };
    const answers: Look["answers"] = Array.from({ length: this.#count }, () => none);
    look.answers.forEach((answer, place) => {
      const examples = answer.examples.map(({ item, from, to }) => {
        return { item, from: this.numberOf(from), to: this.numberOf(to) };
      });
      answers[this.numberOf(place)] = { ...answer, examples };
    });
    const near = look.near.map((one) => ({ ...one, to: this.numberOf(one.to) }));
    return { ...look, predicted: this.numberOf(look.predicted), answers, near };
  }

  counts(counts: Counts): Counts {
    return { ...counts, words: counts.words.map((one) => ({ ...one, class: this.numberOf(one.class) })) };
  }

  predictions(predictions: Predictions): Predictions {
    return { ...predictions, predicted: predictions.predicted.map((place) => this.numberOf(place)) };
  }

  model(model: Model): Model {
    const confusion = Array.from({ length: this.#count }, () => new Array<number>(this.#count).fill(0));
    model.confusion.forEach((row, answered) => {
      row.forEach((count, predicted) => {
        confusion[this.numberOf(answered)][this.numberOf(predicted)] = count;
      });
    });
    return { ...model, confusion };
  }
}
