// One tab at a time works on a project: each tab has an engine of its own, and two of them would ask the same questions.
// The browser keeps the locks, so that a tab that is closed or crashes gives them back.

/** Whether this tab may work on a project. */
export interface ProjectLocks {
  /** Takes a project until it is released; false when another tab has it. */
  take(project: string): Promise<boolean>;
  release(project: string): void;
}

/** Locks by the Web Locks API; where a browser lacks it, every project is free, and the log refuses a stale writer. */
export function projectLocks(locks: LockManager | undefined): ProjectLocks {
  const held = new Map<string, () => void>();
  return {
    take(project) {
      if (locks === undefined || held.has(project)) return Promise.resolve(true);
      return new Promise((taken, failed) => {
        locks
          .request(`xpal-lite project ${project}`, { ifAvailable: true }, (lock) => {
            taken(lock !== null);
            if (lock === null) return undefined;
            return new Promise<void>((release) => held.set(project, release));
          })
          .catch(failed);
      });
    },
    release(project) {
      held.get(project)?.();
      held.delete(project);
    },
  };
}
