/** Somebody counts as being there for this long after having asked. */
const PRESENT_MS = 60_000;

/** Forgets who has not asked of late: windows or people, with the time when each has last asked. */
export function forgetAbsent(seen: Map<string, number>, now: number): void {
  for (const [who, at] of seen) {
    if (now - at >= PRESENT_MS) seen.delete(who);
    else if (at > now) seen.set(who, now); // the clock was set back
  }
}
