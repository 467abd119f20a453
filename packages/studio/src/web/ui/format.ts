// Numbers as the page writes them.

export const few = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
export const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

const cents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** An amount of money with as many digits as it needs: answers of programs cost far less than a hundredth. */
export function amount(value: number): string {
  return Math.abs(value) >= 1 || value === 0 ? cents.format(value) : digits.format(value);
}

/** A cost in the units of the table: one digit behind the point, and two that count where it is below 1. */
export function costOf(value: number): string {
  return Math.abs(value) >= 1 || value === 0 ? few.format(value) : digits.format(value);
}

const three = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A number beside an axis, with the digits that tell it from the next one, however small the steps are. */
export function tickOf(value: number): string {
  return three.format(value);
}

/** A number of items as people say it. */
export function itemsOf(count: number): string {
  if (count < 0.05) return "less than 0.1 items";
  const shown = count < 10 ? few.format(count) : whole.format(count);
  return `${shown} ${shown === "1" ? "item" : "items"}`;
}

/** A count with its noun, in the plural where needed. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : more}`;
}

export { percent } from "@xpal/data/words";
