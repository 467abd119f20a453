// Where the answer buttons are. People aim at a place and not at a name, so nothing moves while an item is on screen: the
// place of a class that somebody retires stays empty until the next item, a new class comes last, and columns stay as many.
import type { ClassInfo } from "../../protocol/classes.ts";

/** More classes than this are scrolled, and found by typing. */
const MAX_IN_SIGHT = 12;
const LONG_NAME = 14;
/** Names of up to so many letters stand side by side on a phone in three columns, or in as many as there are. */
const SHORT_NAME = 7;
const TINY_NAME = 3;

/** How the buttons are laid out. */
export interface ButtonLayout {
  /** Whether there are too many to be all in sight. */
  readonly many: boolean;
  readonly columns: number;
  /** On a phone, where no name is broken that fits into a column. */
  readonly narrowColumns: number;
}

/** The answer buttons of an item. */
export interface Buttons extends ButtonLayout {
  /** In the order of their places; those that are not live hold a place and answer nothing. */
  readonly classes: readonly ClassInfo[];
}

/** The classes of a project. */
export interface PlacedClasses {
  /** Every class that there ever was. */
  readonly all: readonly ClassInfo[];
  /** Those that can be answers, in their order. */
  readonly live: readonly ClassInfo[];
}

/** Remembers the places for as long as an item is on screen. */
export class ButtonPlaces {
  #since: number | null = null;
  #ids: readonly number[] = [];
  #layout: ButtonLayout = layoutOf([]);

  /**
   * The buttons of now.
   * @param since When the item on screen appeared; null where none is there, and nothing can be answered.
   */
  at(since: number | null, { all, live }: PlacedClasses): Buttons {
    const isSame = since !== null && since === this.#since;
    if (!isSame) this.#layout = layoutOf(live);
    const held = isSame ? this.#ids.flatMap((id) => all.find((one) => one.id === id) ?? []) : [];
    const classes = [...held, ...live.filter(({ id }) => !held.some((one) => one.id === id))];
    this.#since = since;
    this.#ids = classes.map(({ id }) => id);
    return { ...this.#layout, classes };
  }
}

function layoutOf(classes: readonly ClassInfo[]): ButtonLayout {
  const longest = Math.max(0, ...classes.map(({ name }) => name.length));
  const columns = columnsOf(classes.length, longest > LONG_NAME ? 3 : 5);
  const narrowColumns = longest > TINY_NAME ? columnsOf(classes.length, longest > SHORT_NAME ? 2 : 3) : columns;
  return { many: classes.length > MAX_IN_SIGHT, columns, narrowColumns };
}

/** As few rows as possible, all about equally long. */
function columnsOf(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / Math.ceil(count / most)) || 1);
}
