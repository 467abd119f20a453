// Items that this window gives back. The server may hand them to others as soon as it hears of it, so no answer to a
// request that was under way by then may bring one of them back here.

/** A request for items, on its way. */
export interface Request {
  readonly number: number;
  /** What the server is told with it. */
  readonly back: readonly number[];
}

/** What is given back, and which requests know it. */
export class GivenBack {
  readonly #untold = new Set<number>();
  /** Per item the last request that may still name it; without end while the server is being told. */
  readonly #until = new Map<number, number>();
  #begun = 0;
  #underWay = 0;

  /** Whether no request is under way. */
  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  add(items: Iterable<number>): void {
    for (const item of items) {
      this.#untold.add(item);
      this.#until.set(item, Number.POSITIVE_INFINITY);
    }
  }

  /** A request begins; one that tells takes everything that is still to be told. */
  begin(tells: boolean): Request {
    const back = tells ? [...this.#untold].slice(0, MAX_AT_ONCE) : [];
    for (const item of back) this.#untold.delete(item);
    this.#underWay++;
    return { number: ++this.#begun, back };
  }

  /** The server has answered. */
  answered({ back }: Request): void {
    this.#underWay--;
    for (const item of back) this.#until.set(item, this.#begun);
  }

  /** It has not: what was to be told with this request is told with the next one. */
  failed({ back }: Request): void {
    this.#underWay--;
    for (const item of back) this.#untold.add(item);
  }

  /** Whether the answer to a request may bring this item here. */
  mayTake(item: number, { number, back }: Request): boolean {
    const until = this.#until.get(item);
    return until === undefined || number > until || (back.includes(item) && until !== Number.POSITIVE_INFINITY);
  }

  /** The item is here again. */
  taken(item: number): void {
    this.#until.delete(item);
  }

  /** The server is told everything that is here in another way. */
  clear(): void {
    this.#untold.clear();
    this.#until.clear();
  }
}

/** The server takes no longer lists. */
const MAX_AT_ONCE = 200;
