// Where the answer buttons are. People aim at a place and not at a name, so nothing moves while an item is on screen: the
// place of a class that somebody retires stays empty until the next item, a new class comes last, and columns stay as many.
import type { ClassInfo } from "../../protocol/classes.ts";

/** More classes than this are scrolled, and found by typing. */
const MOST_IN_SIGHT = 12;
const LONG_NAME = 14;

/** How the buttons are laid out. */
export interface ButtonLayout {
  /** Whether there are too many to be all in sight. */
  readonly many: boolean;
  /** Whether a name is long. */
  readonly long: boolean;
  readonly columns: number;
}

/** The answer buttons of an item. */
export interface Buttons extends ButtonLayout {
  /** In the order of their places; those that are not live hold a place and answer nothing. */
  readonly classes: readonly ClassInfo[];
}

/** The classes of a project. */
export interface PlacedClasses {
  /** Every class that there ever was, by number. */
  readonly all: readonly ClassInfo[];
  /** Those that can be answers, in their order. */
  readonly live: readonly ClassInfo[];
}

/** Remembers the places for as long as an item is on screen. */
export class ButtonPlaces {
  #since: number | null = null;
  #numbers: readonly number[] = [];
  #layout: ButtonLayout = layoutOf([]);

  /**
   * The buttons of now.
   * @param since When the item on screen appeared; null where none is there, and nothing can be answered.
   */
  at(since: number | null, { all, live }: PlacedClasses): Buttons {
    const isSame = since !== null && since === this.#since;
    if (!isSame) this.#layout = layoutOf(live);
    const held = isSame ? this.#numbers.flatMap((number) => all[number] ?? []) : [];
    const classes = [...held, ...live.filter(({ number }) => !held.some((one) => one.number === number))];
    this.#since = since;
    this.#numbers = classes.map(({ number }) => number);
    return { ...this.#layout, classes };
  }
}

function layoutOf(classes: readonly ClassInfo[]): ButtonLayout {
  const long = classes.some(({ name }) => name.length > LONG_NAME);
  const rows = Math.ceil(classes.length / (long ? 3 : 5));
  return { many: classes.length > MOST_IN_SIGHT, long, columns: Math.max(1, Math.ceil(classes.length / rows) || 1) };
}
