// How numbers are printed, in one place: the paper drops the leading zero of shares, and so do we.

/** A share with three digits and no leading zero: .084. */
export function share(value: number): string {
  return value
    .toFixed(3)
    .replace(/^-(?=0\.000$)/, "")
    .replace(/^(-?)0(?=\.)/, "$1")
    .replace("-", "−");
}

/** A share as the ticks of an axis show it, with its own digits: .5. */
export function shareTick(value: number): string {
  return String(value).replace(/^0\./, ".");
}

/** A share with three digits and its sign: +.003. */
export function signedShare(value: number): string {
  const text = share(Math.abs(value));
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** A share as percent with its sign: −9.8 %. */
export function signedPercent(value: number): string {
  const text = Math.abs(100 * value).toFixed(1);
  return `${Number(text) === 0 ? "" : value < 0 ? "−" : "+"}${text} %`;
}

/** A number as people write it: 1/4 for 0.25. */
export function fraction(value: number): string {
  const inverse = 1 / value;
  return value < 1 && Number.isInteger(inverse) ? `1/${inverse}` : String(value);
}

/** Stars for the reference, daggers for the other strategy. */
export function marks(code: number): string {
  return code > 0 ? "*".repeat(code) : "†".repeat(-code);
}

/** A p-value as it follows the letter: < .001, or = and three digits. */
export function pText(p: number): string {
  return p < 0.001 ? "< .001" : `= ${share(p)}`;
}

/** Seconds with a unit that leaves a readable number. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 0.001) return `${plain(seconds * 1e6)} µs`;
  if (seconds < 1) return `${plain(seconds * 1000)} ms`;
  if (seconds < 90) return `${plain(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Thousands apart. */
export function count(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

function plain(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
