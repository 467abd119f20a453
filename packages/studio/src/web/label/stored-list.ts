// A list that outlives the page: each entry lies in the browser's storage under a key of its own, so that two windows
// never overwrite each other's.

interface Stamped {
  readonly id: string;
  readonly at: string;
}

/** Entries in the browser's storage, oldest first. */
export class StoredList<T> {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #stampOf: (entry: T) => Stamped;
  #entries: readonly T[];
  /** Whether all entries are in the storage; false when it is full, and then they are in this window only. */
  isStored = true;

  /** Begins with what a former page left, or another window has under way. */
  constructor(storage: Storage, prefix: string, stampOf: (entry: T) => Stamped) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#stampOf = stampOf;
    this.#entries = this.#left();
  }

  get all(): readonly T[] {
    return this.#entries;
  }

  add(entry: T): void {
    const { id } = this.#stampOf(entry);
    this.#entries = [...this.#entries.filter((one) => this.#stampOf(one).id !== id), entry];
    try {
      this.#storage.setItem(this.#prefix + id, JSON.stringify(entry));
    } catch {
      this.isStored = false;
    }
  }

  remove(id: string): void {
    this.#entries = this.#entries.filter((one) => this.#stampOf(one).id !== id);
    this.#storage.removeItem(this.#prefix + id);
    if (this.#entries.length === 0) this.isStored = true;
  }

  #left(): T[] {
    const keys = Array.from({ length: this.#storage.length }, (_, at) => this.#storage.key(at) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .flatMap((key) => {
        try {
          return [JSON.parse(this.#storage.getItem(key) ?? "") as T];
        } catch {
          return []; // removed meanwhile, or not ours
        }
      })
      .sort((a, b) => {
        const [left, right] = [this.#stampOf(a).at, this.#stampOf(b).at];
        return left === right ? 0 : left < right ? -1 : 1;
      });
  }
}
