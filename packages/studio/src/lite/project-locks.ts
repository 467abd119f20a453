// One tab at a time works on a project: each tab has an engine of its own, and two of them would ask the same questions.
// The browser keeps the locks, so that a tab that is closed or crashes gives them back.

/** A tab that was closed or loaded again a moment ago may not have given its lock back yet. */
const PATIENCE_MS = 2000;

/** Whether this tab may work on a project. */
export interface ProjectLocks {
  /** Takes a project until it is released; false when another tab has it. */
  take(project: string): Promise<boolean>;
  release(project: string): void;
}

/** Locks by the Web Locks API; where a browser lacks it, every project is free, and the log rejects a stale writer. */
export function projectLocks(locks: LockManager | undefined): ProjectLocks {
  const held = new Map<string, () => void>();
  /** What was asked for and not granted yet: a second request of this tab would wait for the first to give the lock back. */
  const asked = new Map<string, Promise<boolean>>();
  const ask = (manager: LockManager, project: string) =>
    new Promise<boolean>((taken, failed) => {
      manager
        .request(`xpal-lite project ${project}`, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
          taken(true);
          return new Promise<void>((release) => held.set(project, release));
        })
        .catch((error: Error) => (error.name === "TimeoutError" ? taken(false) : failed(error)));
    });
  return {
    take(project) {
      if (locks === undefined || held.has(project)) return Promise.resolve(true);
      const taken = asked.get(project) ?? ask(locks, project).finally(() => asked.delete(project));
      asked.set(project, taken);
      return taken;
    },
    release(project) {
      held.get(project)?.();
      held.delete(project);
    },
  };
}
