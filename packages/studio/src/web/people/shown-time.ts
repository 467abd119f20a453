const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A time of the log as people read it. */
export function shownTime(at: string): string {
  return FORMAT.format(new Date(at));
}
