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
  readonly #isOurs: (entry: T) => boolean;
  /** The entries that were added here: another window does not settle them. */
  readonly #added = new Set<string>();
  #entries: readonly T[] = [];
  #others: readonly T[] = [];
  /** Whether all entries are in the storage; false when it is full, and then they are in this window only. */
  isStored = true;

  /**
   * Begins with what a former page left, or another window has under way.
   * @param isOurs Which entries of the storage belong to this list.
   */
  constructor(storage: Storage, prefix: string, stampOf: (entry: T) => Stamped, isOurs: (entry: T) => boolean) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#stampOf = stampOf;
    this.#isOurs = isOurs;
    this.readAgain();
  }

  get all(): readonly T[] {
    return this.#entries;
  }

  /** What the storage has that does not belong to this list. */
  get others(): readonly T[] {
    return this.#others;
  }

  add(entry: T): void {
    const { id } = this.#stampOf(entry);
    this.#entries = [...this.#entries.filter((one) => this.#stampOf(one).id !== id), entry];
    this.#added.add(id);
    try {
      this.#storage.setItem(this.#prefix + id, JSON.stringify(entry));
    } catch {
      this.isStored = false;
    }
  }

  remove(id: string): void {
    this.#entries = this.#entries.filter((one) => this.#stampOf(one).id !== id);
    this.#added.delete(id);
    this.#storage.removeItem(this.#prefix + id);
    if (this.#entries.length === 0) this.isStored = true;
  }

  /** Takes in what other windows have left or settled since; what was added here stays. */
  readAgain(): void {
    const isAdded = (entry: T) => this.#added.has(this.#stampOf(entry).id);
    const left = this.#left();
    const found = left.filter((entry) => this.#isOurs(entry) && !isAdded(entry));
    this.#others = left.filter((entry) => !this.#isOurs(entry));
    this.#entries = this.#inOrder([...found, ...this.#entries.filter(isAdded)]);
  }

  /** Drops what was found here and another window has settled since; returns whether there was any. */
  dropSettled(): boolean {
    const isHere = (id: string) => this.#added.has(id) || this.#storage.getItem(this.#prefix + id) !== null;
    const here = this.#entries.filter((entry) => isHere(this.#stampOf(entry).id));
    const isLess = here.length < this.#entries.length;
    this.#entries = here;
    return isLess;
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
      });
  }

  #inOrder(entries: readonly T[]): T[] {
    return [...entries].sort((a, b) => {
      const [left, right] = [this.#stampOf(a).at, this.#stampOf(b).at];
      return left === right ? 0 : left < right ? -1 : 1;
    });
  }
}
