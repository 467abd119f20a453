// Which classes the learner knows: those that can be answers, by their index, since a class that nobody can name any more
// must not take a share of the probability. Pages and the log name classes by id.
import type { Answer } from "../../protocol/events.ts";
import type { ConfusionCounts, Counts, Look, Model, Predictions } from "../../protocol/messages.ts";
import type { ModelLook } from "./look-at.ts";
import type { ClassShares, History, ToldOpinions } from "./scoring-calls.ts";

/** The one map between ids and the learner's classes. */
export class ClassIndex {
  readonly #ids: readonly number[];
  readonly #indices: ReadonlyMap<number, number>;

  /** @param ids The id of each of the learner's classes. */
  constructor(ids: readonly number[]) {
    this.#ids = ids;
    this.#indices = new Map(ids.map((id, index) => [id, index]));
  }

  /** The index of a class; undefined when it cannot be an answer. */
  indexOf(id: number): number | undefined {
    return this.#indices.get(id);
  }

  idOf(index: number): number {
    return this.#ids[index];
  }

  /** An answer as the learner takes it; one of a class that it does not know opens the item. */
  answer(to: Answer): Answer {
    return typeof to === "number" ? (this.indexOf(to) ?? null) : to;
  }

  shares(shares: ClassShares | null): ClassShares | null {
    const known = this.#known(shares ?? []);
    return known.length === 0 ? null : known;
  }

  /** What people said, without answers of classes that cannot be answers any more. */
  opinions<Asked extends ToldOpinions>(asked: Asked): Asked {
    const answers = asked.answers.flatMap((one) => {
      const answer = this.indexOf(one.answer);
      return answer === undefined ? [] : [{ ...one, answer }];
    });
    return { ...asked, answers, known: this.#items(asked.known) };
  }

  history({ answers, checks, target }: History): History {
    const judged = checks.flatMap(([item, to, predicted]) => {
      const index = this.indexOf(to);
      const said = predicted === undefined ? undefined : this.indexOf(predicted);
      if (index === undefined) return [];
      return [said === undefined ? ([item, index] as const) : ([item, index, said] as const)];
    });
    return { answers: this.#items(answers), checks: judged, target };
  }

  truth(truth: Int32Array | null): Int32Array | null {
    return truth === null ? null : truth.map((id) => this.indexOf(id) ?? -1);
  }

  look(look: Omit<Look, "answers"> & Pick<ModelLook, "answers">): Look {
    const answers = look.answers.map((answer, index) => {
      const examples = answer.examples.map(({ item, from, to }) => ({
        item,
        from: this.idOf(from),
        to: this.idOf(to),
      }));
      return [this.idOf(index), { ...answer, examples }] as const;
    });
    const near = look.near.map((one) => ({ ...one, to: this.idOf(one.to) }));
    return { ...look, predicted: this.idOf(look.predicted), answers: Object.fromEntries(answers), near };
  }

  counts(counts: Counts): Counts {
    return { ...counts, words: counts.words.map((one) => ({ ...one, class: this.idOf(one.class) })) };
  }

  predictions(predictions: Predictions): Predictions {
    return { ...predictions, predicted: predictions.predicted.map((index) => this.idOf(index)) };
  }

  model(model: Omit<Model, "confusion"> & { readonly confusion: readonly (readonly number[])[] }): Model {
    const confusion: ConfusionCounts = {};
    for (const [answered, row] of model.confusion.entries()) {
      const counted = row.flatMap((count, predicted) => (count > 0 ? [[this.idOf(predicted), count] as const] : []));
      if (counted.length > 0) confusion[this.idOf(answered)] = Object.fromEntries(counted);
    }
    return { ...model, confusion };
  }

  #known(pairs: readonly (readonly [id: number, of: number])[]): [index: number, of: number][] {
    return pairs.flatMap(([id, of]): [number, number][] => {
      const index = this.indexOf(id);
      return index === undefined ? [] : [[index, of]];
    });
  }

  #items(pairs: readonly (readonly [item: number, to: number])[]): [item: number, to: number][] {
    return pairs.flatMap(([item, to]): [number, number][] => {
      const index = this.indexOf(to);
      return index === undefined ? [] : [[item, index]];
    });
  }
}
