// Work that is done once for a key, however often it is asked for: at the same moment, as by a double click, or again, as by a page
// that did not hear the first answer.

/** How many answers are remembered. */
const MAX_REMEMBERED = 100;

/** The latest answers by key. What failed is forgotten, so that it can be tried again. */
export class Once<T> {
  readonly #answers = new Map<string, Promise<T>>();

  do(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = work();
    this.#answers.set(key, answer);
    answer.catch(() => this.#answers.delete(key));
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MAX_REMEMBERED) break;
      this.#answers.delete(oldest);
    }
    return answer;
  }
}
